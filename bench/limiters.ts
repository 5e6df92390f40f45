/**
 * `npm run bench`, rate limiters: compares ours with `rate-limiter-flexible` in memory, used as admission would use either:
 * one count per request, awaited if it returns a promise. Alternating, in one process.
 */
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { createLocalLimiter } from '../src/limits/local-limiter.ts'
import { median } from './median.ts'

const quota = 100_000_000
const requests = 400_000
const rounds = 7
const subjectCounts = [1, 1_000, 100_000]

type Count = (subject: string) => unknown

async function nanosecondsEach(count: Count, subjects: string[]): Promise<number> {
  const start = performance.now()
  for (let request = 0; request < requests; request++) {
    const result = count(subjects[request % subjects.length] as string)
    if (result instanceof Promise) await result
  }
  return ((performance.now() - start) * 1e6) / requests
}

console.log(`one count, nanoseconds, median of ${rounds} rounds`)
console.log('subjects    ours  rate-limiter-flexible  ratio')
for (const subjectCount of subjectCounts) {
  const subjects = Array.from(
    { length: subjectCount },
    (_, number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
  )
  const ours = createLocalLimiter()
  const theirs = new RateLimiterMemory({ points: quota, duration: 60 })
  const measured = { ours: [] as number[], theirs: [] as number[] }
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    const each = {
      ours: await nanosecondsEach((subject) => ours.take(subject, quota), subjects),
      theirs: await nanosecondsEach((subject) => theirs.consume(subject), subjects),
    }
    if (round === 0) continue
    measured.ours.push(each.ours)
    measured.theirs.push(each.theirs)
  }
  const [a, b] = [median(measured.ours), median(measured.theirs)]
  console.log(
    `${String(subjectCount).padStart(8)} ${a.toFixed(0).padStart(7)} ${b.toFixed(0).padStart(22)} ${(b / a).toFixed(1).padStart(6)}`,
  )
}
// The timers of rate-limiter-flexible would keep the process alive.
process.exit()
