import { expect, test, vi } from 'vitest'
import { startProcess } from '../support/start-process.ts'
import { useTestApp } from '../support/use-app.ts'
import { untilWaiting } from '../support/waiting.ts'

const t = useTestApp()

test('repeating a request whose process was killed early runs it once', async () => {
  const { address, kill } = await startProcess(t.database.url)
  const lock = await t.database.pool.connect()
  await lock.query('begin; lock table agents in exclusive mode')
  const request = {
    method: 'POST' as const,
    headers: {
      'x-api-key': t.organization.secretKey,
      'content-type': 'application/json',
      'idempotency-key': 'killed',
    },
    body: JSON.stringify({ name: 'Robot', agentCode: 'robot' }),
  }
  const cutOff = fetch(`${address}/v1/agents`, request).catch(() => 'cut off')
  await untilWaiting(t.database.pool, 1)
  await kill()
  expect(await cutOff).toBe('cut off')
  await lock.query('commit')
  lock.release()

  const repeat = () => t.app.inject({ ...request, url: '/v1/agents', payload: request.body })
  expect((await repeat()).statusCode).toBe(409)
  const answer = await vi.waitFor(
    async () => {
      const made = await repeat()
      expect(made.statusCode).toBe(201)
      return made
    },
    { timeout: 20_000, interval: 500 },
  )
  expect((await repeat()).body).toBe(answer.body)
  const { rows } = await t.database.pool.query('select count(*)::int as count from agents')
  expect(rows).toEqual([{ count: 1 }])
}, 60_000)
