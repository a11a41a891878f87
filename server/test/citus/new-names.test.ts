import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toListed } from '../../src/features/events/list-events.ts'
import { listEvents } from '../../src/features/events/queries.ts'
import { atOneMoment } from '../../src/platform/database/at-one-moment.ts'
import { must } from '../support/app.ts'
import { llm } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({})

const OF_ALL = {
  ...{ customerId: undefined, agentId: undefined, signalId: undefined, runId: undefined },
  eventProcessed: undefined,
}

test('an event shows its customer, even if created after the snapshot of the events', async () => {
  const { db } = t.dependencies
  const { id: organizationId } = t.organization
  const page = { start: 0, end: Date.now() + 60_000, offset: 0, limit: 10 }
  const { rows, customers } = await atOneMoment(db, async (tx) => {
    const count = sql<{ count: number }>`select count(*)::int as count from customers`
    await count.execute(tx)
    await must(t.api.record(llm({ customerExternalId: 'came just now' })))
    return {
      rows: await listEvents(tx, { organizationId, ...OF_ALL }, page),
      customers: (await count.execute(tx)).rows[0]?.count,
    }
  })
  // A node takes its snapshot at the first query to it.
  expect([rows.length, customers]).toEqual([1, 0])
  expect(await toListed(db, organizationId, rows)).toMatchObject([
    { customerExternalId: 'came just now' },
  ])
})
