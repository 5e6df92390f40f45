/** List of Spanish monetary financial institutions of the Banco de España, English edition, cells padded with spaces. */
import { tableFile } from '../mapped-table.ts'

export const bde = tableFile({
  name: 'es-bde',
  source: {
    title: 'List of monetary financial institutions, Spain',
    publisher: 'Banco de España',
    url: 'https://www.bde.es/webbe/en/estadisticas/otras-clasificaciones/clasificacion-entidades/listas-instituciones-financieras/listas-instituciones-financieras-monetarias-pais/lista-mfi-es.csv',
    licence: 'cite Banco de España; no alteration',
    redistribution: 'attribution',
    countries: ['ES'],
    fields: ['bank code', 'lei', 'name'],
  },
  // Payment institutions have codes but are not on the list.
  completeFor: [],
  rowsMin: 150,
  form: { delimiter: ',', quotes: true, encodings: ['utf-8'] },
  columns: ['EUROPEAN CODE', 'LEI', 'NAME', 'CATEGORY', 'ADDRESS', 'REPORT', 'HEAD OF BRANCH', 'SUPERVISORY CODE'],
  country: 'ES',
  // Rows with such a code are money market funds.
  skipRow: (cells) => /^FI\d+ *$/.test(cells['SUPERVISORY CODE']),
  code: { scheme: 'es_entidad', column: 'SUPERVISORY CODE' },
  names: ['NAME'],
  lei: 'LEI',
})
