import { expect, test } from 'vitest'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { runBehindLock } from '../../../../test/support/waiting.ts'
import { ZERO } from '../../../domain/money.ts'
import { newId } from '../../../platform/id.ts'
import { announce } from './close-queries.ts'
import { reopenStatement } from './reopen.ts'

const t = useTestApp()

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03']

test('usage of closed days and an announcement of their sums both succeed on two connections', async () => {
  const { pool } = t.database
  const { db } = t.dependencies
  const organizationId = t.organization.id
  const times = DAYS.map((start) => ({ start, sums: 'customer_model_days' as const }))
  await announce(db, { organizationId, attempt: newId() }, times)
  // The job lists the latest day first.
  const announceAgain = () => announce(db, { organizationId, attempt: newId() }, times.toReversed())
  const usage = DAYS.map((day) => ({
    organizationId,
    customerId: newId(),
    agentId: newId(),
    signalId: newId(),
    start: Date.parse(day),
    eventCount: 1,
    uncostedEventCount: 0,
    quantity: 1n,
    cost: ZERO,
  }))
  await runBehindLock(
    pool,
    {
      lock: 'select from closed_sums where organization_id = $1 and start = $2::date for update',
      values: [organizationId, DAYS[1]],
      sessions: 2,
    },
    () => Promise.all([announceAgain(), pool.query(reopenStatement(usage))]),
  )
  // The result depends on which ran first.
  const { rowCount } = await pool.query('select from closed_sums')
  expect([0, 3]).toContain(rowCount)
})
