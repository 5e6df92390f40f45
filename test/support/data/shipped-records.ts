/** The committed records, read as the service reads them. */
import { readDataset } from '../../../src/dataset/dataset.ts'
import { dataFolder } from '../services/service.ts'

const { banks, ...rest } = readDataset(dataFolder)

export const dataset = rest
export const records = [...banks]
export const openBanks = records.filter(({ status }) => status === 'active')
