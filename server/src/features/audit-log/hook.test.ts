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
let changes = 0
let commit: () => void
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
  const change = Promise.withResolvers<void>()
  commit = change.resolve
  t.app.patch(
    '/v1/test/change',
    { config: { before: async () => ({ name: 'old' }) } },
    async () => {
      changes += 1
      await change.promise
      return { name: 'new' }
    },
  )
  const answer = async () => ({ name: 'new' })
  const unreadable = async () => Promise.reject(new Error('unreadable'))
  t.app.patch('/v1/test/unreadable', { config: { before: unreadable } }, answer)
  t.app.patch('/v1/test/no-json', { config: { before: async () => ({ name: 1n }) } }, answer)
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port)
})

function send(request = 'POST /v1/test/slow', body = '') {
  const socket = connect(port, '127.0.0.1')
  const head = [
    `${request} HTTP/1.1`,
    'host: x',
    `x-api-key: ${t.organization.secretKey}`,
    ...(body === '' ? [] : ['content-type: application/json']),
    `content-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
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

test('a change by a caller that disconnects names its fields once it is done', async () => {
  const logged = async () => {
    const { rows } = await t.database.pool.query(
      `select status, changed_fields from audit_log where path = '/v1/test/change'`,
    )
    return rows
  }
  const socket = send('PATCH /v1/test/change', '{"name":"new"}')
  await eventually(() => expect(changes).toBe(1))
  socket.destroy()
  await eventually(async () => {
    expect(await logged()).toEqual([{ status: 499, changed_fields: '' }])
  })
  commit()
  await eventually(async () => {
    expect(await logged()).toEqual([{ status: 499, changed_fields: 'name' }])
  })
})

test.each(['unreadable', 'no-json'])('each sent field counts as changed: %s', async (route) => {
  const path = `/v1/test/${route}`
  expect((await t.api.patch(path, { name: 'new', note: 'n' })).status).toBe(200)
  const { rows } = await t.database.pool.query(
    'select changed_fields from audit_log where path = $1',
    [path],
  )
  expect(rows).toEqual([{ changed_fields: 'name,note' }])
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
