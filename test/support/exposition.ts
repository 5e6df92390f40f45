/** A strict parser of Prometheus's text format 0.0.4: any scraper accepts what it accepts. */
import assert from 'node:assert/strict'

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

export interface Family {
  type: string
  help: string
  samples: Sample[]
}

export function readExposition(text: string): Map<string, Family> {
  const families = new Map<string, Family>()
  const seen = new Set<string>()
  let name = ''
  assert.ok(text === '' || text.endsWith('\n'), 'no newline at the end')
  const lines = text.split('\n').slice(0, -1)
  for (const [at, line] of lines.entries()) {
    const [, word, subject = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/s.exec(line) ?? []
    if (word === 'HELP') {
      assert.ok(!families.has(subject), `${subject} must have one HELP line, and its lines must be adjacent`)
      assert.match(lines[at + 1] ?? '', new RegExp(`^# TYPE ${subject} `), 'TYPE must follow HELP')
      families.set(subject, { type: '', help: unescaped(rest, /^(?:[^\\]|\\[\\n])*$/), samples: [] })
      name = subject
    } else if (word === 'TYPE') {
      const family = families.get(subject)
      assert.ok(subject === name && family?.type === '', `${subject} must have one TYPE line, after its HELP line`)
      assert.match(rest, /^(counter|gauge|histogram)$/)
      family.type = rest
    } else {
      const sample = readSample(line)
      const family = families.get(name)
      const suffixes = family?.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      assert.ok(
        suffixes.some((suffix) => sample.name === name + suffix),
        `"${line}" does not belong to ${name}`,
      )
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()])
      assert.ok(!seen.has(key), `"${line}" is a duplicate`)
      seen.add(key)
      family?.samples.push(sample)
    }
  }
  for (const [histogram, { type, samples }] of families) {
    assert.ok(samples.length > 0, `${histogram} has no samples`)
    if (type === 'histogram') checkHistogram(histogram, samples)
  }
  return families
}

function readSample(line: string): Sample {
  const number = '[+-]?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Inf)|NaN'
  const form = new RegExp(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.+)\\})? (${number})$`, 's')
  const [, name = '', inBraces = '', value = ''] = form.exec(line) ?? assert.fail(`"${line}" is not a sample`)
  const labels: Record<string, string> = {}
  let rest = inBraces
  while (rest !== '') {
    const [pair = '', label = '', quoted = ''] =
      /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,(?=[a-zA-Z_])|$)/su.exec(rest) ??
      assert.fail(`"${rest}" in "${line}"`)
    assert.ok(!Object.hasOwn(labels, label) && !label.startsWith('__'), label)
    labels[label] = unescaped(quoted, /^(?:[^\\]|\\[\\n"])*$/)
    rest = rest.slice(pair.length)
  }
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) }
}

function unescaped(text: string, allowed: RegExp): string {
  assert.match(text, allowed)
  return text.replaceAll(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character))
}

function checkHistogram(name: string, samples: Sample[]): void {
  const bySeries = Map.groupBy(samples, ({ labels: { le: _, ...own } }) => JSON.stringify(own))
  for (const series of bySeries.values()) {
    const buckets = series.filter((sample) => sample.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => Number(labels.le?.replace('+Inf', 'Infinity')))
    assert.deepEqual(
      bounds,
      bounds.toSorted((a, b) => a - b),
      'bounds must rise',
    )
    assert.equal(bounds.at(-1), Number.POSITIVE_INFINITY)
    const counts = buckets.map(({ value }) => value)
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
      'buckets must be cumulative',
    )
    const [count, ...others] = series.filter((sample) => sample.name === `${name}_count`)
    assert.deepEqual([count?.value, others.length], [counts.at(-1), 0])
    assert.equal(series.filter((sample) => sample.name === `${name}_sum`).length, 1)
  }
}

export const figureOf = (
  families: Map<string, Family>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined =>
  [...families.values()]
    .flatMap(({ samples }) => samples)
    .find((sample) => {
      const wanted = Object.entries(labels)
      return sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value)
    })?.value
