/** Runs a curl line of the documentation with `fetch`, for machines without curl. Supports only `-d`, `-H` and `-X`. */
export function runCurl(line: string, baseUrl?: string): Promise<Response> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
  const headers: Record<string, string> = {}
  let body: string | undefined
  let method: string | undefined
  let url = ''
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as string
    if (word === '-d') body = words[++at]
    else if (word === '-X') method = words[++at]
    else if (word === '-H') {
      const [name = '', ...value] = (words[++at] ?? '').split(':')
      headers[name] = value.join(':').trim()
    } else if (/^-[si]+$|^--compressed$/.test(word)) continue
    else if (word.startsWith('-')) throw new Error(`curl ${word} is not supported here.`)
    else url = word
  }
  const address = /^https?:/.test(url) ? url : `http://${url}`
  return fetch(baseUrl ? address.replace(/^https?:\/\/localhost:8080/, baseUrl) : address, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body !== undefined && { body }),
  })
}
