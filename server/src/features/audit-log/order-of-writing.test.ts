import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/support/use-app.ts'
import { runBehindLock } from '../../../test/support/waiting.ts'
import { newId } from '../../platform/id.ts'
import { type AuditEntry, insertAuditEntries, upsertAuditEntries } from './entries.ts'

const t = useTestApp()

function entryOf(fields: Partial<AuditEntry>): AuditEntry {
  return {
    id: newId(),
    organizationId: t.organization.id,
    actor: { kind: 'api_key', id: newId() },
    method: 'POST',
    path: '/v1/usage/record',
    status: 200,
    ipAddress: '198.51.100.7',
    requestedAt: new Date('2026-03-01T00:00:00Z'),
    ...fields,
  }
}

const MIDDLE_ENTRY = `insert into audit_log
  (id, organization_id, actor_kind, actor_id, method, path, status, ip_address, requested_at)
  values ($1, $2, 'api_key', $1, 'GET', '/', 200, '198.51.100.7', '2026-03-01')`

test('two connections that write the same entries in opposite orders both succeed', async () => {
  const { pool } = t.database
  const actor = { kind: 'api_key', id: newId() } as const
  const stored = [0, 1, 2].map(() => entryOf({ actor }))
  // Simulates callers that disconnect in another order than their usage arrived.
  const left = stored.toReversed().map((entry) => ({ ...entry, status: 499 }))
  await runBehindLock(
    pool,
    { lock: MIDDLE_ENTRY, values: [stored[1]?.id, t.organization.id], sessions: 2 },
    () => Promise.all([pool.query(insertAuditEntries(stored)), upsertAuditEntries(pool, left)]),
  )
  const ids = stored.map(({ id }) => id)
  const { rows } = await pool.query('select status from audit_log where id = any($1)', [ids])
  expect(rows).toEqual([{ status: 499 }, { status: 499 }, { status: 499 }])
})
