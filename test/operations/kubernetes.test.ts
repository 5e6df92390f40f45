/** The Kubernetes manifest of the documentation: it fits the image, the settings and the endpoints of the service. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseYaml } from '@redocly/openapi-core'
import { defaultPaths } from '../../src/bin/paths.ts'
import { readConfig } from '../../src/config.ts'
import { readPages } from '../support/examples.ts'
import { root } from '../support/services/processes.ts'
import { startService } from '../support/services/service.ts'

const block = readPages()
  .find(({ name }) => name === 'containers')
  ?.groups.flat()
  .find(({ language }) => language === 'yaml')
// biome-ignore lint/suspicious/noExplicitAny: YAML of any shape
type Yaml = any

const manifests: Yaml[] = (block ?? assert.fail()).text.split('---\n').map((text) => parseYaml(text))
const ofKind = (wanted: string): Yaml => manifests.find(({ kind }) => kind === wanted)?.spec ?? assert.fail(wanted)

const { template, selector } = ofKind('Deployment')
const pod = template.spec
const [container] = pod.containers
const containerfile = readFileSync(join(root, 'Containerfile'), 'utf8')

test('the manifest has three objects, which select the same pods', () => {
  assert.deepEqual(
    manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`),
    ['apps/v1 Deployment', 'v1 Service', 'policy/v1 PodDisruptionBudget'],
  )
  const { labels } = template.metadata
  assert.deepEqual(selector.matchLabels, labels)
  assert.deepEqual(ofKind('Service').selector, labels)
  assert.deepEqual(ofKind('PodDisruptionBudget').selector.matchLabels, labels)
  assert.deepEqual(pod.topologySpreadConstraints[0].labelSelector.matchLabels, labels)
})

test('the manifest runs the image as its user, without privileges, at the ports that it serves', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  assert.ok(container.image.endsWith(`/bank-lookup:${version}`))
  const [, user, group] = /\nUSER (\d+):(\d+)\nEXPOSE/.exec(containerfile) ?? assert.fail()
  const { runAsNonRoot, runAsUser, runAsGroup } = pod.securityContext
  assert.deepEqual([runAsNonRoot, runAsUser, runAsGroup], [true, Number(user), Number(group)])
  assert.deepEqual(container.securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  const ports = new Map<string, number>(
    container.ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [name, containerPort]),
  )
  assert.equal(ports.get('http'), Number(/^EXPOSE (\d+)$/m.exec(containerfile)?.[1]))
  assert.ok(ports.has(ofKind('Service').ports[0].targetPort))
})

test('the manifest has only settings that the service reads, with values that it accepts, and time to drain', () => {
  const secrets: Record<string, string> = {
    DATABASE_URL: 'postgres://bank_lookup@db.example.com/bank_lookup',
    REDIS_URL: 'redis://redis.example.com',
  }
  const env: { name: string; value?: unknown; valueFrom?: object }[] = container.env
  // Kubernetes rejects a value that is a number.
  for (const { name, value, valueFrom } of env)
    assert.ok(valueFrom ? name in secrets : typeof value === 'string', `${name}: ${value}`)
  const settings = Object.fromEntries(env.map(({ name, value }) => [name, String(value ?? secrets[name])]))
  const read = new Set<string>()
  readConfig(new Proxy(settings, { get: (set, name) => read.add(String(name)) && set[String(name)] }), defaultPaths)
  assert.deepEqual(
    Object.keys(settings).filter((name) => !read.has(name)),
    [],
  )
  assert.equal(
    container.ports.find(({ name }: { name: string }) => name === 'metrics').containerPort,
    Number(settings.ADMIN_PORT),
  )
  assert.ok(pod.terminationGracePeriodSeconds >= Number(settings.SHUTDOWN_GRACE) + 15)
})

test('the probes request endpoints that a service which is ready answers with 200', async (t) => {
  const { url } = await startService(t)
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
    const { path, port } = container[probe].httpGet
    assert.equal(port, 'http', probe)
    assert.equal((await fetch(url + path)).status, 200, path)
  }
})

test('both stages that install packages use a mirror of npm, and the image keeps no setting of it', () => {
  const stages = containerfile.split(/^FROM /m).slice(1)
  for (const stage of stages)
    assert.equal(/^ARG NPM_CONFIG_REGISTRY$.*^RUN npm ci /ms.test(stage), /npm ci/.test(stage), stage)
  assert.equal(stages.filter((stage) => /npm ci/.test(stage)).length, 2)
})
