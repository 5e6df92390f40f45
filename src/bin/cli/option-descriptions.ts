/** What each option means and which values it takes, for the help text. */
import { withheldByDefault } from '../../dataset/publishing/publishing-terms.ts'
import { bankStatuses, bankTypes } from '../../directory/records/bank-record.ts'
import { redistributions } from '../../directory/records/source.ts'
import { readingKinds } from '../../directory/resolve/reading.ts'
import { keyModes } from '../../keys/key-format.ts'

export interface OptionDescription {
  text: string
  /** The values that the option accepts, if there are only a few. */
  values?: readonly string[]
}

/** By option, or by command and option if the option means something else there. */
const descriptions: Readonly<Record<string, OptionDescription>> = {
  'accept-losses': { text: 'Accept a file that lacks more than a tenth of the expected codes.' },
  'data release accept-losses': {
    text: 'Publish data that has lost many banks. Followers reject it unless they accept losses, too.',
  },
  'data pull accept-losses': { text: 'Install a release that has lost many banks, or that was rejected before.' },
  all: { text: 'List all banks, not only the first of each kind.' },
  'as-of': { text: 'The date of the file, such as 2026-11-01.' },
  'bic-column': { text: 'The column with the BICs to compare with the banks of the accounts.' },
  column: { text: 'The column with the identifiers, such as iban.' },
  country: { text: 'A country code or name, such as ng or Nigeria.' },
  csv: { text: 'Write CSV.' },
  edition: { text: 'The version of the file, as its publisher names it.' },
  encoding: { text: 'The encoding of a text file, such as windows-1252. The default is UTF-8.' },
  expires: { text: 'The lifetime of the key, such as 90d or 24h. By default it does not expire.' },
  explain: { text: 'Show what matched and how each bank was ranked.' },
  'fail-on': { text: 'The verdict from which on the exit code is 1.', values: ['invalid', 'unknown'] },
  fix: { text: 'Sort and format the files.' },
  from: { text: 'The address of a server that has each list under the name of its source.' },
  has: { text: 'Only banks with a code (code), or with a code of a scheme, such as ng_nip.' },
  host: { text: 'The address to listen on.' },
  json: { text: 'Print JSON.' },
  'check json': { text: 'Write JSON lines.' },
  key: { text: 'The public key of the channel: a PEM file, or its middle line. Can be repeated.' },
  'data release key': { text: 'The PEM file with the private key of the publisher.' },
  kind: { text: 'Only readings of these kinds, separated by commas. The default is all.', values: readingKinds },
  limit: { text: 'The number of banks, from 1 to 100. The default is 10.' },
  'branches limit': { text: 'The number of branches, from 1 to 100. The default is 20.' },
  'records list limit': { text: 'The number of records. The default is 50.' },
  losses: { text: 'Show what data build leaves out.' },
  map: { text: 'The column of each field, such as bank=bank_code,account_number=nuban.' },
  'max-bytes': { text: 'The largest response of a service to read, in bytes. The default is 64000000.' },
  method: { text: 'The payment method, such as us_ach. requirements lists them.' },
  mode: { text: 'The kind of key.', values: keyModes },
  'records list mode': { text: 'Only records of this kind of key.', values: keyModes },
  name: { text: 'The owner of the key.' },
  names: { text: 'The folder with the names and places of branches, for in-ifsc.' },
  'names-as-of': { text: 'The date of the names, such as 2026-11-01.' },
  news: { text: 'Also write a draft of the news to this folder.' },
  offset: { text: 'The number of branches to skip. The default is 0.' },
  out: { text: 'The new folder to write to.' },
  'data get out': { text: 'The folder for the downloaded releases. The default is in the folder of the store.' },
  'data keygen out': { text: 'The folder to write the keys to. The default is the current one.' },
  'data release out': { text: 'The folder of the channel. It is created if it does not exist.' },
  output: { text: 'Write to this file.' },
  overlap: { text: 'How long the old key stays valid, such as 7d. The default is 24h.' },
  overlay: { text: 'Your overlay, for a list that may not be redistributed. The default is OVERLAY_DIR.' },
  port: { text: 'The port to listen on; 0 for any free port.' },
  previous: { text: 'The folder of the previous release, reduced or full: adds the changes since then.' },
  rail: { text: 'Only banks that money reaches over this payment rail, such as br_pix.' },
  raw: { text: 'Leave cells of a CSV file as they are, without an apostrophe before formulas.' },
  region: { text: 'Only banks in this state or county, as in the data, such as TX.' },
  rule: { text: 'Apply only this rule.' },
  sheet: { text: 'The sheet of an XLSX file. The default is the first one.' },
  site: { text: 'Also write the explorer, for the root of a host, or for the path of BASE_URL.' },
  sort: { text: 'The order of the banks; prominence puts the best known first.', values: ['name', 'prominence'] },
  status: { text: 'Only banks with this status.', values: [...bankStatuses, 'any'] },
  to: { text: 'The sequence of the release to serve. The default is the one before.' },
  touch: { text: 'Only sign the channel again, with the current time.' },
  type: { text: 'Only banks of these types, separated by commas.', values: bankTypes },
  url: { text: 'Ask a running service, such as http://localhost:8080, instead of the data of this installation.' },
  verify: { text: 'Compare the files of each release with their hashes.' },
  with: { text: 'Include facts with these terms, separated by commas.', values: withheldByDefault },
  without: { text: 'Leave out sources with these terms. Can be repeated.', values: redistributions },
  write: { text: 'Apply the changes to the data.' },
  'data diff write': { text: 'Store the changes in DATA_DIR.' },
  xlsx: { text: 'Write an XLSX file for spreadsheets.' },
}

export function describeOption(command: string, option: string): OptionDescription {
  const found = descriptions[`${command} ${option}`] ?? descriptions[option]
  if (!found) throw new Error(`The option --${option} of ${command} has no description.`)
  return found
}
