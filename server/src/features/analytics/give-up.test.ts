import { once } from 'node:events'
import { get } from 'node:http'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { handleError } from '../../platform/http/error-handler.ts'
import { giveUpUnawaited } from './give-up.ts'
import { mapInTurns } from './in-turns.ts'

/** Returns a service whose answer never ends, and the outcome of its work. */
async function givenEndlessAnswer() {
  const app = fastify({ forceCloseConnections: 'idle' })
  app.setErrorHandler(handleError)
  giveUpUnawaited(app)
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<unknown>()
  function* endless() {
    for (let count = 0; ; count += 1) yield count
  }
  app.get('/endless', async () => {
    const work = mapInTurns(endless(), () => begun.resolve())
    work.catch(ended.resolve)
    return work
  })
  app.get('/short', async () => 'answered')
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return { app, address, begun: begun.promise, ended: ended.promise }
}

test('an answer is given up when its caller has gone away', async () => {
  const { address, begun, ended } = await givenEndlessAnswer()
  const request = get(`${address}/endless`)
  request.on('error', () => undefined)
  await begun
  request.destroy()
  expect(await ended).toMatchObject({ message: 'The caller closed the connection' })
})

test('a long answer does not keep the service from stopping: its caller may ask again', async () => {
  const { app, address, begun } = await givenEndlessAnswer()
  const request = get(`${address}/endless`, { agent: false })
  await begun
  const [[response]] = await Promise.all([once(request, 'response'), app.close()])
  response.resume()
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('1')
})

test('other requests are answered while a long answer is computed', async () => {
  const { address, begun } = await givenEndlessAnswer()
  const request = get(`${address}/endless`)
  request.on('error', () => undefined)
  await begun
  expect(await (await fetch(`${address}/short`)).text()).toBe('answered')
  request.destroy()
})

test('computing in turns keeps the order, and needs no abort signal', async () => {
  const all = Array.from({ length: 1_000 }, (_, index) => index)
  expect(await mapInTurns(all, (one) => one * 2)).toEqual(all.map((one) => one * 2))
})
