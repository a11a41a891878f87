import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { addRequestLog } from './request-log.ts'

test('probes are logged at debug while they succeed, and like any other request when they fail', async () => {
  const lines: { level: number; path?: string; statusCode?: number }[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = fastify({ logger: { level: 'debug', stream } })
  onTestFinished(() => app.close())
  addRequestLog(app, () => ({}))
  app.get('/healthz', async () => 'ok')
  app.get('/readyz', async (_request, reply) => reply.code(503).send('not ready'))
  app.get('/metrics', async (_request, reply) => reply.code(401).send('refused'))
  app.get('/other', async () => 'ok')
  for (const url of ['/healthz?a=b', '/readyz', '/metrics', '/other', '/healthz/more']) {
    await app.inject(url)
  }
  const [DEBUG, INFO] = [20, 30]
  const logged = lines.filter(({ path }) => path !== undefined)
  expect(logged.map(({ path, statusCode, level }) => [path, statusCode, level])).toEqual([
    ['/healthz', 200, DEBUG],
    ['/readyz', 503, INFO],
    ['/metrics', 401, INFO],
    ['/other', 200, INFO],
    ['/healthz/more', 404, INFO],
  ])
})
