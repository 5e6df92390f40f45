/**
 * The React component of the documentation in an application of Next.js: installed from npm, built, rendered on the server and
 * used in a browser. It needs the network, so `npm test` does not run it: `npm run test:frameworks`.
 */
import { test } from 'node:test'
import { installWithPicker, run, useServedApp, writeFiles } from '../support/picker/framework-app.ts'
import { recipeIn } from '../support/picker/framework-recipes.ts'
import { startPickerService } from '../support/picker/shop.ts'
import { temporaryFolder } from '../support/services/processes.ts'

const packages = ['next@16', 'react@19', 'react-dom@19', 'typescript@5', '@types/react@19', '@types/node@24']
const next = 'node_modules/next/dist/bin/next'

test('Next.js builds the component, renders it on the server, and the browser takes it over', async (t) => {
  const service = await startPickerService(t)
  const folder = temporaryFolder(t)
  writeFiles(folder, {
    'package.json': '{ "private": true }\n',
    'app/layout.tsx': `import type { ReactNode } from 'react'
      export default ({ children }: { children: ReactNode }) => <html lang="en"><body>{children}</body></html>`,
    'app/page.tsx': `import { PayoutForm } from './payout-form'
      export default () => <PayoutForm />`,
    'app/payout-form.tsx': `'use client'\n${recipeIn('tsx').replace('http://localhost:8080', service)}`,
  })
  await installWithPicker(folder, packages)
  // The build also checks the types of the component.
  await run(process.execPath, [next, 'build'], {
    cwd: folder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  })
  await useServedApp(t, folder, [next, 'start'])
})
