import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userFolders } from './user-folders.ts'

test('each operating system has its own folders for caches and for data', () => {
  assert.deepEqual(userFolders('linux', {}, '/home/ada'), {
    cache: '/home/ada/.cache/bank-lookup',
    state: '/home/ada/.local/share/bank-lookup',
  })
  assert.deepEqual(userFolders('darwin', {}, '/Users/ada'), {
    cache: '/Users/ada/Library/Caches/bank-lookup',
    state: '/Users/ada/Library/Application Support/bank-lookup',
  })
  assert.deepEqual(userFolders('win32', {}, 'C:\\Users\\ada'), {
    cache: 'C:\\Users\\ada\\AppData\\Local\\bank-lookup\\cache',
    state: 'C:\\Users\\ada\\AppData\\Local\\bank-lookup',
  })
})

test('variables of the environment choose other folders; a relative path is ignored', () => {
  assert.deepEqual(userFolders('linux', { XDG_CACHE_HOME: '/c', XDG_DATA_HOME: '/d' }, '/home/ada'), {
    cache: '/c/bank-lookup',
    state: '/d/bank-lookup',
  })
  assert.equal(userFolders('linux', { XDG_DATA_HOME: 'd' }, '/home/ada').state, '/home/ada/.local/share/bank-lookup')
  assert.equal(userFolders('win32', { LOCALAPPDATA: 'D:\\local' }, 'C:\\Users\\ada').state, 'D:\\local\\bank-lookup')
})
