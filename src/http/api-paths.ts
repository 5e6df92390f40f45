/** Paths of the API endpoints. */
export const apiPaths = {
  supportedCountries: '/v1/supported-countries/',
  banks: '/v1/banks',
  bank: '/v1/banks/:id',
  banksCsv: '/v1/banks.csv',
  banksXlsx: '/v1/banks.xlsx',
  search: '/v1/search',
  branches: '/v1/branches',
  resolve: '/v1/resolve',
  accountRequirements: '/v1/account-requirements',
  accountsCheck: '/v1/accounts/check',
  changes: '/v1/changes',
  records: '/index.php',
  openApi: '/openapi.json',
  mcp: '/mcp',
  health: '/healthz',
  readiness: '/readyz',
} as const
