import { Writable } from 'node:stream'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { handleError } from './error-handler.ts'

/** Returns the status of a route that fails with this error, and what is logged. */
async function failing(error: Error) {
  const lines: string[] = []
  const stream = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line))
      done()
    },
  })
  const app = fastify({ logger: { level: 'warn', stream } })
  app.setErrorHandler(handleError)
  app.get('/', () => {
    throw error
  })
  const { statusCode } = await app.inject('/')
  await app.close()
  return { statusCode, logged: lines.join('') }
}

test('a refusal under overload is logged without a stack', async () => {
  const { statusCode, logged } = await failing(new AppError('undecided', 'No decision in time'))
  expect(statusCode).toBe(503)
  expect(logged).toContain('"code":"undecided"')
  expect(logged).not.toContain('stack')
})

test('an error of the program is logged with its stack', async () => {
  const { statusCode, logged } = await failing(new Error('a bug'))
  expect(statusCode).toBe(500)
  expect(logged).toContain('stack')
})
