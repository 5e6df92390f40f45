import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repositoryAddress, withLinks } from './project-pages.ts'

const markdown =
  '[A](docs/map.md), [B](data/LICENSE.md#terms), [C](https://c.example), [D](docs/site/1.0/data.md), [E](#e)'

test('without a repository, a link to a file that is not served becomes text', () => {
  assert.equal(
    withLinks(markdown, 'CONTRIBUTING.md', { base: '/x', repository: undefined }),
    'A, [B](/x/data-licence#terms), [C](https://c.example), [D](/x/docs/1.0/data), [E](#e)',
  )
})

test('with a repository, it leads there, from the folder of the file', () => {
  const frame = { base: '', repository: 'https://git.example/a/b' }
  assert.equal(
    withLinks('[A](README.md)', 'data/LICENSE.md', frame),
    '[A](https://git.example/a/b/blob/HEAD/data/README.md)',
  )
  assert.equal(withLinks('[A](../CONTRIBUTING.md)', 'data/LICENSE.md', frame), '[A](/contributing)')
})

test('the repository is an https address, in any form that npm allows', () => {
  const address = 'https://github.com/a/b'
  for (const repository of ['github:a/b', 'a/b', `git+${address}.git`, { type: 'git', url: `git+${address}.git` }])
    assert.equal(repositoryAddress(repository), address)
  for (const repository of [undefined, '', 'git@github.com:a/b', { url: 'http://a.example' }, 'javascript:alert(1)'])
    assert.equal(repositoryAddress(repository), undefined)
})
