import { markStatements } from '../../src/features/earning-marks/mark.ts'
import type { TestDatabase } from '../support/database.ts'

type EventRow = {
  customer_id: string
  id: string
  agent_id: string
  signal_id: string
  usage_date: Date
}

/** Writes what a rejection of usage would write; no feature does so yet. */
export async function reject(
  { pool }: TestDatabase,
  {
    organizationId,
    event,
    quantity,
  }: { organizationId: string; event: EventRow; quantity: number },
) {
  const where = 'customer_id = $1 and agent_id = $2 and signal_id = $3 and not is_backfill'
  const key = [event.customer_id, event.agent_id, event.signal_id]
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into event_corrections (customer_id, event_id, id, organization_id, usage_date, kind,
         quantity, cost, actor_kind, actor_id, corrected_at, created_at)
       values ($1, $2, gen_random_uuid(), $3, $4, 'rejection', $5, 0, 'system', 'test', now(), now())`,
      [event.customer_id, event.id, organizationId, event.usage_date, -quantity],
    )
    await client.query(
      `update usage_events set rejected_quantity = rejected_quantity + $3
       where customer_id = $1 and id = $2`,
      [event.customer_id, event.id, quantity],
    )
    for (const [table, time] of [
      ['usage_rollups', `bucket = date_bin('15 minutes', $4::timestamptz, '2000-01-01Z')`],
      ['usage_days', `day = ($4::timestamptz at time zone 'UTC')::date`],
    ]) {
      await client.query(
        `update ${table} set rejected_event_count = rejected_event_count + 1,
           rejected_quantity = rejected_quantity + $5 where ${where} and ${time}`,
        [...key, event.usage_date, quantity],
      )
    }
    await client.query(
      `delete from closed_sums where organization_id = $1 and start in
         (($2::timestamptz at time zone 'UTC')::date,
          date_trunc('month', $2::timestamptz at time zone 'UTC')::date)`,
      [organizationId, event.usage_date],
    )
    const day = event.usage_date.toISOString().slice(0, 10)
    const stale = [{ customerId: event.customer_id, days: { first: day, last: day } }]
    const marks = markStatements(organizationId, stale, new Date())
    for (const statement of marks) await client.query(statement)
    await client.query('commit')
  } finally {
    client.release()
  }
}
