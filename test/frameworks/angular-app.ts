/**
 * The Angular component of the documentation in an application that `ng new` creates: built with strict types, rendered on the
 * server and used in a browser. It needs the network, so `npm test` does not run it: `npm run test:frameworks`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { installWithPicker, run, useServedApp, writeFiles } from '../support/picker/framework-app.ts'
import { recipeIn } from '../support/picker/framework-recipes.ts'
import { startPickerService } from '../support/picker/shop.ts'
import { temporaryFolder } from '../support/services/processes.ts'

const version = '22.2.0'
const options = ['--ssr', '--defaults', '--skip-git', '--skip-tests', '--skip-install']
const env = { ...process.env, NG_CLI_ANALYTICS: 'false' }

test('Angular builds the component, renders it on the server, and the browser takes it over', async (t) => {
  const service = await startPickerService(t)
  const parent = temporaryFolder(t)
  await run('npx', ['--yes', `@angular/cli@${version}`, 'new', 'shop', ...options], { cwd: parent, env })
  const folder = join(parent, 'shop')
  // The packages of Angular require each other in exactly the same version.
  const manifest = join(folder, 'package.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll(`"^${version}"`, `"${version}"`))
  writeFiles(folder, {
    'src/app/app.ts': `import { Component } from '@angular/core'
      import { PayoutForm } from './payout-form'
      @Component({ selector: 'app-root', imports: [PayoutForm], template: '<app-payout-form />' })
      export class App {}`,
    'src/app/payout-form.ts': recipeIn('angular').replace('http://localhost:8080', service),
  })
  await installWithPicker(folder)
  await run('npx', ['ng', 'build'], { cwd: folder, env })
  await useServedApp(t, folder, ['dist/shop/server/server.mjs'])
})
