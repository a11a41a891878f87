/** An OTLP receiver on a port of this machine, which keeps what exporters send. */
import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'

/** `received` has the path, the content type and the decompressed body of each request. */
export async function startCollector() {
  const received = []
  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await Array.fromAsync(request))
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    received.push({ path: request.url, type: request.headers['content-type'] ?? '', body })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{}')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    received,
    close: () => server.close(),
  }
}
