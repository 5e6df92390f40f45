/** Cuts a list into batches that the service accepts. */

/** The service accepts this many items per request. */
const itemsMax = 1_000
/** The service accepts bodies of 128 KiB. This leaves room for the other fields of the body. */
const bytesMax = 120 * 1024

export function* cutBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  const encoder = new TextEncoder()
  let batch: Item[] = []
  let bytes = 0
  for (const item of items) {
    // The length of the item in a JSON array, with its comma.
    const size = encoder.encode(JSON.stringify([item])).length
    if (batch.length === itemsMax || (batch.length > 0 && bytes + size > bytesMax)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
