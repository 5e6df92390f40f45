/** A test context for resources that all tests of a process share: its `after` hooks run at its end, last first. */
import { after, type TestContext } from 'node:test'

const hooks: (() => unknown)[] = []

// Registered while the first file loads: inside a test, `after` would belong to that test.
after(async () => {
  for (const hook of hooks.reverse()) await hook()
})

export const wholeProcess: Pick<TestContext, 'after'> = {
  after: (hook) => void hooks.push(hook as () => unknown),
}
