/** A context for what all tests of a file share: its `after` hooks run when the file ends, the last one first. */
import { after, type TestContext } from 'node:test'

const hooks: (() => unknown)[] = []

// `after` belongs to the whole file only while the file is loaded; inside a test it would belong to that test.
after(async () => {
  for (const hook of hooks.reverse()) await hook()
})

export const wholeFile: Pick<TestContext, 'after'> = {
  after: (hook) => void hooks.push(hook as () => unknown),
}
