/** A test context for resources that all tests of a file share: its `after` hooks run at the end of the file, last first. */
import { after, type TestContext } from 'node:test'

const hooks: (() => unknown)[] = []

// Registered while the file loads: inside a test, `after` would belong to that test.
after(async () => {
  for (const hook of hooks.reverse()) await hook()
})

export const wholeFile: Pick<TestContext, 'after'> = {
  after: (hook) => void hooks.push(hook as () => unknown),
}
