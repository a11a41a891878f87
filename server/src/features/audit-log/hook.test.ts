import { connect } from 'node:net'
import { beforeAll, expect, test, vi } from 'vitest'
import { useTestApp } from '../../../test/support/use-app.ts'
import { eventually, untilWaiting } from '../../../test/support/waiting.ts'
import { AppError } from '../../platform/errors.ts'
import { notWritten } from './service.ts'

let port: number
let begun = 0
let done = 0
let release: () => void
const t = useTestApp()
beforeAll(async () => {
  const slow = Promise.withResolvers<void>()
  release = slow.resolve
  t.app.post('/v1/test/slow', async () => {
    begun += 1
    await slow.promise
    return {}
  })
  t.app.post('/v1/test/command', async () => {
    done += 1
    return { done }
  })
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port)
})

function send() {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /v1/test/slow HTTP/1.1\r\nhost: x\r\nx-api-key: ${t.organization.secretKey}\r\ncontent-length: 0\r\n\r\n`,
  )
  return socket
}

test('nothing is done for a caller that disconnects before its authentication', async () => {
  const lock = await t.database.pool.connect()
  await lock.query('begin; lock table api_keys in access exclusive mode')
  const socket = send()
  await untilWaiting(t.database.pool, 1)
  socket.destroy()
  await eventually(async () => {
    const { body } = await t.app.inject({ url: '/metrics' })
    expect(body).toMatch(/requests_total\{method="POST",route="\/v1\/test\/slow",status="499"\} 1/)
  })
  await lock.query('commit')
  lock.release()
  // This request is answered after the first one was dropped.
  await t.api.get('/v1/verify')
  expect(begun).toBe(0)
})

test('a caller that disconnects before the response is logged with 499', async () => {
  const socket = send()
  await eventually(() => expect(begun).toBe(1))
  socket.destroy()
  await eventually(async () => {
    const { rows } = await t.database.pool.query(
      `select method, status from audit_log where path = '/v1/test/slow'`,
    )
    expect(rows).toEqual([{ method: 'POST', status: 499 }])
  })
  release()
})

test('work that cannot be logged in time is not done again by a repeated request', async () => {
  const send = () =>
    t.app.inject({
      method: 'POST',
      url: '/v1/test/command',
      headers: { 'x-api-key': t.organization.secretKey, 'idempotency-key': 'unlogged' },
    })
  const write = vi
    .spyOn(t.dependencies.auditLog, 'write')
    .mockRejectedValueOnce(new AppError('unavailable', 'The audit log cannot be written'))
  expect((await send()).statusCode).toBe(503)
  write.mockRestore()
  const again = await send()
  expect({ status: again.statusCode, body: again.json() }).toEqual({
    status: 200,
    body: { done: 1 },
  })
  const { rows } = await t.database.pool.query(
    `select status from audit_log where path = '/v1/test/command' order by status`,
  )
  expect(rows).toEqual([{ status: 200 }, { status: 503 }])
})

test('a refusal that cannot be logged in time is answered 503, and logged later with 503', async () => {
  const write = vi.spyOn(t.dependencies.auditLog, 'write').mockRejectedValueOnce(notWritten())
  const { statusCode, headers, ...answer } = await t.app.inject({
    method: 'POST',
    url: '/v1/customers',
    headers: { 'x-api-key': t.organization.secretKey },
    payload: { nonsense: true },
  })
  write.mockRestore()
  expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  expect(answer.json()).toEqual({
    message: 'The audit log cannot be written at the moment; retry shortly',
    error: 'Service Unavailable',
    statusCode: 503,
    code: 'unavailable',
    requestId: headers['x-request-id'],
  })
  expect(headers['content-length']).toBe(String(answer.rawPayload.length))
  await eventually(async () => {
    const { rows } = await t.database.pool.query(
      `select status from audit_log where path = '/v1/customers'`,
    )
    expect(rows).toEqual([{ status: 503 }])
  })
})
