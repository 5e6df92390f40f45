/** Lists of numbers that were too short go on in a longer one. */
export function enlarged<List extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array>(
  list: List,
  longer: List,
): List {
  longer.set(list)
  return longer
}
