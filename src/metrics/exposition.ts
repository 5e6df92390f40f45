/** Writes figures as text for Prometheus: the exposition format 0.0.4, which every version of it reads. */

import { everyMetric, type MetricName } from './metric-definitions.ts'
import { latencyBounds } from './request-metrics.ts'
import { mergeSnapshots, type Series, type Snapshot } from './snapshot.ts'

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

/** One text for all processes, in the order of the table; a metric without any figure is left out. */
export function render(snapshots: Snapshot[]): string {
  const merged = mergeSnapshots(snapshots)
  let text = ''
  for (const [name, { type, help, labels }] of Object.entries(everyMetric)) {
    const all = merged[name as MetricName]
    if (!all) continue
    text += `# HELP ${name} ${escaped(help, /[\\\n]/g)}\n# TYPE ${name} ${type}\n`
    for (const series of all) {
      text +=
        type === 'histogram'
          ? histogramLines(name, labels, series)
          : line(name, labels, series.labels, series.values[0])
    }
  }
  return text
}

/** Each bucket counts all that is not above its bound, so the last one counts everything. */
function histogramLines(name: string, names: readonly string[], { labels, values }: Series): string {
  let count = 0
  let text = ''
  for (const [at, value] of values.slice(0, -1).entries()) {
    count += value
    text += line(`${name}_bucket`, [...names, 'le'], [...labels, String(latencyBounds[at] ?? '+Inf')], count)
  }
  return text + line(`${name}_sum`, names, labels, values.at(-1)) + line(`${name}_count`, names, labels, count)
}

function line(name: string, names: readonly string[], labels: string[], value: number | undefined): string {
  const pairs = names.map((label, at) => `${label}="${escaped(labels[at] as string, /[\\\n"]/g)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
}

const escaped = (text: string, special: RegExp): string =>
  text.replaceAll(special, (character) => (character === '\n' ? '\\n' : `\\${character}`))
