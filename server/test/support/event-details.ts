import type { PoolClient } from 'pg'
import { withCosts } from '../../src/features/usage/costs/stored-cost.ts'
import {
  readParts,
  type StoredParts,
  storedServices,
} from '../../src/features/usage/costs/stored-event.ts'

type Row = StoredParts & { customerId: string; id: string }

const PARTS = `select customer_id as "customerId", id, payload, prices,
    corrected_work as "correctedWork"
  from usage_events where (customer_id, id) > ($1, $2) order by customer_id, id limit 5000`

const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Fills a temporary table `event_details` with each event's services and costs as JSON, for sums in
 * SQL.
 */
export async function readDetails(client: PoolClient): Promise<void> {
  await client.query(
    'create temp table event_details (customer_id uuid, id uuid, services json, usage_cost_data json)',
  )
  let last = { customerId: FIRST, id: FIRST }
  for (;;) {
    const { rows } = await client.query<Row>(PARTS, [last.customerId, last.id])
    if (rows.length === 0) break
    await client.query(
      `insert into event_details
       select * from unnest($1::uuid[], $2::uuid[], $3::json[], $4::json[])`,
      [
        rows.map(({ customerId }) => customerId),
        rows.map(({ id }) => id),
        rows.map((row) => JSON.stringify(withCosts(storedServices(row), row))),
        rows.map((row) => JSON.stringify(readParts(row).usageCostData)),
      ],
    )
    last = rows.at(-1) ?? last
  }
  await client.query('analyze event_details')
}
