/**
 * Shares the event loop fairly between callers. A job runs at once while the current turn of the loop has time left.
 * Otherwise it waits for a later turn, in which callers are served round-robin, so that one caller with many jobs does
 * not delay the others.
 */
export interface Scheduler {
  /** Runs `job` now, or returns a promise of its result if it has to wait. Jobs in the `light` lane run first. */
  run<Result>(caller: string, job: () => Result, lane?: Lane): Result | Promise<Result>
  /** Runs long work as a series of jobs, one per step of the generator. */
  runSteps<Result>(caller: string, steps: Generator<void, Result>): Promise<Result>
  /** Like `runSteps`, but no other heavy job runs between the steps. */
  runUninterrupted<Result>(caller: string, steps: Generator<void, Result>): Promise<Result>
  /** Returns the number of waiting jobs. */
  waiting(): number
}

/** Light jobs accept a request or send a prepared response. Heavy jobs search, resolve or build a list. */
type Lane = 'light' | 'heavy'

/**
 * Time allowed for jobs in each turn of the event loop. A turn may exceed it by one light and one heavy job; a heavy one
 * takes a millisecond or two.
 */
const turnMs = 2

export function createScheduler({ nowMs = (): number => performance.now() } = {}): Scheduler {
  const lanes = { light: createRotation(), heavy: createRotation() }
  let turnStartMs: number | undefined
  /** From the job that uses up the time of a turn until the next turn starts, all new jobs have to wait. */
  let isOver = false
  let isScheduled = false
  let hasRunHeavy = false
  /** The next step of uninterrupted work. */
  let nextStep: Job | undefined

  const isTimeOver = (): boolean => {
    turnStartMs ??= nowMs()
    return nowMs() - turnStartMs >= turnMs
  }

  /**
   * The `setImmediate` that ends the turn is scheduled only once `turnMs` has passed, because each `setImmediate` costs
   * microseconds. The loop may have been idle for most of that time, so the first job after `turnMs` still runs.
   */
  const runNow = <Result>(job: () => Result, lane: Lane): Result => {
    turnStartMs ??= nowMs()
    if (lane === 'heavy') hasRunHeavy = true
    try {
      return job()
    } finally {
      isOver ||= isTimeOver()
      if (isOver) scheduleEnd()
    }
  }

  const scheduleEnd = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(endTurn)
  }

  /**
   * Runs waiting jobs, light ones first. Each turn runs at least one job from each lane, so neither lane starves. If a
   * heavy job has used up the turn before, the waiting ones stay until the next turn.
   */
  const endTurn = (): void => {
    isScheduled = false
    if (waiting() === 0) {
      startTurn()
      return
    }
    isOver = true
    turnStartMs ??= nowMs()
    for (const lane of [lanes.light, lanes.heavy]) {
      const take = (): Job | undefined => (lane === lanes.heavy && nextStep) || lane.take()
      let job = lane === lanes.heavy && hasRunHeavy && isTimeOver() ? undefined : take()
      while (job) {
        if (lane === lanes.heavy) hasRunHeavy = true
        job()
        job = isTimeOver() ? undefined : take()
      }
    }
    if (waiting() > 0 || hasRunHeavy) scheduleEnd()
    if (hasRunHeavy) {
      // New jobs wait for one iteration of the event loop: the responses to heavy jobs start the next ones at once.
      turnStartMs = undefined
      hasRunHeavy = false
    } else {
      // Start the new turn after the handlers of settled promises have run: their work still belongs to this turn.
      queueMicrotask(() => process.nextTick(startTurn))
    }
  }

  const startTurn = (): void => {
    turnStartMs = undefined
    isOver = false
    hasRunHeavy = false
  }

  const waitingHeavy = (): number => lanes.heavy.size() + (nextStep ? 1 : 0)
  const waiting = (): number => lanes.light.size() + waitingHeavy()

  const run: Scheduler['run'] = (caller, job, lane = 'heavy') => {
    // A light job may skip ahead of other callers' waiting jobs, so that a backlog delays only the caller that caused
    // it. A heavy job queues if any other heavy job is waiting.
    const mustWait = lane === 'light' ? lanes.light.has(caller) : waitingHeavy() > 0
    if (!mustWait && !isOver) return runNow(job, lane)
    scheduleEnd()
    return new Promise((resolve, reject) => {
      lanes[lane].add(caller, () => {
        try {
          resolve(job())
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  const runUninterrupted: Scheduler['runUninterrupted'] = (caller, steps) => {
    const { promise, resolve, reject } = Promise.withResolvers<never>()
    const advance = (): void => {
      nextStep = undefined
      try {
        const { done, value } = steps.next()
        if (done) resolve(value as never)
        else nextStep = advance
      } catch (error) {
        reject(error)
      }
    }
    const start = (): void => {
      const startMs = nowMs()
      do advance()
      while (nextStep && nowMs() - startMs < turnMs)
      if (nextStep) scheduleEnd()
    }
    void run(caller, start)
    return promise
  }

  return {
    run,
    runUninterrupted,
    runSteps: async (caller, steps) => {
      for (;;) {
        const step = run(caller, () => steps.next())
        const { done, value } = step instanceof Promise ? await step : step
        if (done) return value
      }
    },
    waiting,
  }
}

type Job = () => void

/** One queue of jobs per caller, served round-robin. */
function createRotation() {
  /** The first entry is the caller that is served next. */
  const queues = new Map<string, Job[]>()
  let size = 0
  return {
    add: (caller: string, job: Job): void => {
      const queue = queues.get(caller)
      if (queue) queue.push(job)
      else queues.set(caller, [job])
      size++
    },
    take: (): Job | undefined => {
      for (const [caller, queue] of queues) {
        const job = queue.shift()
        queues.delete(caller)
        if (queue.length > 0) queues.set(caller, queue)
        size--
        return job
      }
      return undefined
    },
    has: (caller: string): boolean => queues.has(caller),
    size: (): number => size,
  }
}
