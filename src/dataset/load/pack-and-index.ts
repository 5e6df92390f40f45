/** Packs and indexes the records of a dataset in one pass, because parsing them takes as long as either. */
import { createIndexTablesBuilder, type IndexTables } from '../../directory/indexes.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { createBankTable } from '../../directory/storage/bank-table.ts'
import { type Dataset, type PackedDirectory, packDirectory } from '../../directory/storage/packed-directory.ts'

export function packAndIndex(dataset: Dataset): { packed: PackedDirectory; tables: IndexTables } {
  const builder = createIndexTablesBuilder(dataset)
  const packed = packDirectory({ ...dataset, banks: observe(dataset.banks, builder.add) })
  return { packed, tables: runToEnd(builder.finish(createBankTable(packed))) }
}

function* observe<Item>(items: Iterable<Item>, visit: (item: Item) => void): Iterable<Item> {
  for (const item of items) {
    visit(item)
    yield item
  }
}
