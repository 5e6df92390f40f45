/** Banks that have any of the words, each once, with a rough score. */
import type { Slot } from './slot.ts'

export class Candidates {
  readonly banks: Uint32Array
  readonly scores: Float32Array
  readonly seen: Uint8Array
  count = 0

  constructor(banks: number) {
    this.banks = new Uint32Array(banks)
    this.scores = new Float32Array(banks)
    this.seen = new Uint8Array(banks)
  }

  add({ banks, count }: Slot, isWanted: (bank: number) => boolean): void {
    for (let at = 0; at < count; at++) {
      const bank = banks[at] as number
      if (this.seen[bank] !== 0 || !isWanted(bank)) continue
      this.seen[bank] = 1
      this.banks[this.count++] = bank
    }
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) this.seen[this.banks[at] as number] = 0
    this.count = 0
  }

  /** By counting how many reach each step of the scale, not by sorting: nearly all banks have the word "bank". */
  best(most: number): number[] {
    const steps = 256
    const counts = new Uint32Array(steps)
    const stepOf = (at: number): number =>
      Math.max(0, Math.min(steps - 1, Math.floor((this.scores[at] as number) * 170)))
    for (let at = 0; at < this.count; at++) counts[stepOf(at)] = (counts[stepOf(at)] as number) + 1
    let step = steps - 1
    for (let sum = counts[step] as number; step > 0 && sum < most; sum += counts[step] as number) step--
    const chosen: number[] = []
    for (let at = 0; at < this.count; at++) if (stepOf(at) >= step) chosen.push(at)
    return chosen
      .sort((a, b) => (this.scores[b] as number) - (this.scores[a] as number))
      .slice(0, most)
      .map((at) => this.banks[at] as number)
  }
}
