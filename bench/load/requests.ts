/** HTTP requests as bytes, built once and sent many times. */

export function getRequest(port: number, path: string, headers: string[] = ['Accept-Encoding: br']): Buffer {
  return Buffer.from([`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers, '', ''].join('\r\n'))
}

export function postRequest(port: number, path: string, body: string, headers: string[] = []): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...headers,
    ...(body === '' ? [] : ['Content-Type: application/json']),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

export function lookup(port: number, country: string): Buffer {
  return postRequest(port, '/v1/banks', JSON.stringify({ country }), ['Accept-Encoding: br'])
}
