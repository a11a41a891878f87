import { sql } from 'kysely'
import { expect } from 'vitest'
import { must } from '../../../test/support/app.ts'
import { onOneServer } from '../../../test/support/on-one-server.ts'
import { llm } from '../../../test/support/usage.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { listEvents } from './queries.ts'

const t = useTestApp()

const DAY = { start: Date.parse('2026-03-01T00:00:00Z'), end: Date.parse('2026-03-02T00:00:00Z') }
const EVENTS = 5_000
const LIMIT = 20

// On a cluster, only the customer's node counts its reads.
onOneServer(
  'a page reads few events besides its own, also where all are of one instant',
  async () => {
    const { db } = t.dependencies
    await must(t.api.record(llm({ usageDate: '2026-03-01' })))
    await sql`
    insert into usage_events (customer_id, usage_date, id, organization_id, agent_id, signal_id,
      quantity, usage_cost, created_at, prices, payload)
    select customer_id, usage_date, gen_random_uuid(), organization_id, agent_id, signal_id,
      quantity, usage_cost, created_at, prices, payload
    from usage_events, generate_series(2, ${EVENTS}::int)`.execute(db)
    await sql`analyze usage_events`.execute(db)
    const { id: organizationId } = await db
      .selectFrom('organizations')
      .select('id')
      .executeTakeFirstOrThrow()
    const filter = {
      organizationId,
      customerId: undefined,
      agentId: undefined,
      signalId: undefined,
      runId: undefined,
      eventProcessed: undefined,
    }
    await db.transaction().execute(async (tx) => {
      const events = await listEvents(tx, filter, { ...DAY, offset: LIMIT, limit: LIMIT })
      expect(events).toHaveLength(LIMIT)
      const { rows } = await sql<{ count: string }>`
      select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables
      where relname = 'usage_events'`.execute(tx)
      expect(Number(rows[0]?.count)).toBeGreaterThanOrEqual(LIMIT)
      expect(Number(rows[0]?.count)).toBeLessThan(EVENTS / 10)
    })
  },
)
