/** Formats metrics as text for Prometheus, in the exposition format 0.0.4, which every version of Prometheus reads. */

import { everyMetric, type MetricName } from './metric-definitions.ts'
import type { MetricsSnapshot } from './metrics.ts'
import { latencyBounds, type Series } from './request-metrics.ts'

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

/** Writes the metrics in the order of their definitions. Omits metrics without a value. */
export function render(snapshot: MetricsSnapshot): string {
  let text = ''
  for (const [name, { type, help, labels }] of Object.entries(everyMetric)) {
    const allSeries = snapshot[name as MetricName] ?? []
    if (allSeries.length === 0) continue
    text += `# HELP ${name} ${escapeText(help, /[\\\n]/g)}\n# TYPE ${name} ${type}\n`
    for (const series of allSeries) {
      text +=
        type === 'histogram'
          ? histogramLines(name, labels, series)
          : line(name, labels, series.labels, series.values[0])
    }
  }
  return text
}

/**
 * Makes the buckets cumulative, as Prometheus expects: each counts all values up to its bound, and the last one counts
 * all values.
 */
function histogramLines(name: string, names: readonly string[], { labels, values }: Series): string {
  let count = 0
  let text = ''
  for (const [index, value] of values.slice(0, -1).entries()) {
    count += value
    text += line(`${name}_bucket`, [...names, 'le'], [...labels, String(latencyBounds[index] ?? '+Inf')], count)
  }
  return text + line(`${name}_sum`, names, labels, values.at(-1)) + line(`${name}_count`, names, labels, count)
}

function line(name: string, names: readonly string[], labels: string[], value: number | undefined): string {
  const pairs = names.map((label, index) => `${label}="${escapeText(labels[index] as string, /[\\\n"]/g)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
}

const escapeText = (text: string, special: RegExp): string =>
  text.replaceAll(special, (character) => (character === '\n' ? '\\n' : `\\${character}`))
