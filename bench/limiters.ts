/**
 * `npm run bench`, last part: our limiter beside `rate-limiter-flexible` in memory, as the door would use either:
 * one count a request, the answer awaited where it comes as a promise. In turns, in one process.
 */
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { createLocalLimiter } from '../src/limits/local-limiter.ts'

const quota = 100_000_000
const requests = 400_000
const rounds = 7
const crowds = [1, 1_000, 100_000]

type Count = (subject: string) => unknown

async function nanosecondsEach(count: Count, subjects: string[]): Promise<number> {
  const start = performance.now()
  for (let request = 0; request < requests; request++) {
    const answer = count(subjects[request % subjects.length] as string)
    if (answer instanceof Promise) await answer
  }
  return ((performance.now() - start) * 1e6) / requests
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number

console.log(`one count, nanoseconds, median of ${rounds} rounds`)
console.log('subjects    ours  rate-limiter-flexible  ratio')
for (const crowd of crowds) {
  const subjects = Array.from(
    { length: crowd },
    (_, number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
  )
  const ours = createLocalLimiter()
  const theirs = new RateLimiterMemory({ points: quota, duration: 60 })
  const seen = { ours: [] as number[], theirs: [] as number[] }
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const each = {
      ours: await nanosecondsEach((subject) => ours.take(subject, quota), subjects),
      theirs: await nanosecondsEach((subject) => theirs.consume(subject), subjects),
    }
    if (round === 0) continue
    seen.ours.push(each.ours)
    seen.theirs.push(each.theirs)
  }
  const [a, b] = [median(seen.ours), median(seen.theirs)]
  console.log(
    `${String(crowd).padStart(8)} ${a.toFixed(0).padStart(7)} ${b.toFixed(0).padStart(22)} ${(b / a).toFixed(1).padStart(6)}`,
  )
}
// Its windows hold timers.
process.exit()
