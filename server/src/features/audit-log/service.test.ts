import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { useOpened } from '../../../test/support/use-app.ts'
import { eventually } from '../../../test/support/waiting.ts'
import { newId } from '../../platform/id.ts'
import { createLog } from '../../platform/log.ts'
import type { AuditEntry } from './entries.ts'
import { createAuditLog } from './service.ts'

const database = useOpened(createTestDatabase)

const entry = (fields: Partial<AuditEntry> = {}): AuditEntry => ({
  id: newId(),
  organizationId: newId(),
  actor: { kind: 'api_key', id: newId() },
  method: 'GET',
  path: '/v1/verify',
  status: 200,
  ipAddress: '127.0.0.1',
  requestedAt: new Date(),
  ...fields,
})

/** Creates an audit log on a database that can become unreachable. */
function given() {
  let isAway = false
  const pool = new Proxy(database.pool, {
    get: (target, name) =>
      name === 'query' && isAway
        ? () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
        : Reflect.get(target, name).bind(target),
  })
  return {
    auditLog: createAuditLog(pool, createLog('silent')),
    setAway: (away: boolean) => {
      isAway = away
    },
  }
}

async function statusOf({ id }: AuditEntry): Promise<number | undefined> {
  const { rows } = await database.pool.query('select status from audit_log where id = $1', [id])
  return rows[0]?.status
}

test('an entry is on disk once its write resolves', async () => {
  const { auditLog } = given()
  const entries = Array.from({ length: 50 }, () => entry())
  await Promise.all(entries.map(auditLog.write))
  for (const one of entries) expect(await statusOf(one)).toBe(200)
})

test('an entry that cannot be written in time is refused, and written once the database is back', async () => {
  const { auditLog, setAway } = given()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  setAway(true)
  const late = entry()
  const writing = auditLog.write(late)
  const refusal = expect(writing).rejects.toMatchObject({ kind: 'unavailable' })
  await vi.advanceTimersByTimeAsync(10_000)
  await refusal
  vi.useRealTimers()
  // The error response that was sent instead.
  auditLog.add({ ...late, status: 503 })
  setAway(false)
  await auditLog.write(entry())
  await eventually(async () => expect(await statusOf(late)).toBe(503))
})

test('an entry that the database rejects does not affect other entries', async () => {
  const { auditLog } = given()
  const [first, bad, last] = [entry(), entry({ actor: { kind: 'api_key', id: 'no id' } }), entry()]
  await Promise.all([first, bad, last].map(auditLog.write))
  expect(await statusOf(first)).toBe(200)
  expect(await statusOf(last)).toBe(200)
})

test('entries that are read slowly while the log closes are written', async () => {
  const { auditLog } = given()
  const reading = Promise.withResolvers<AuditEntry[]>()
  auditLog.addWhenRead(reading.promise)
  const started = performance.now()
  const closing = auditLog.close()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(started + 60_000)
  onTestFinished(() => clock.mockRestore())
  const slow = entry()
  reading.resolve([slow])
  await closing
  expect(await statusOf(slow)).toBe(200)
})

test('waiting entries are written before the log closes', async () => {
  const { auditLog } = given()
  const waiting = Array.from({ length: 20 }, () => entry())
  for (const one of waiting) auditLog.add(one)
  await auditLog.close()
  for (const one of waiting) expect(await statusOf(one)).toBe(200)
})
