import type { Pool } from 'pg'
import { mappingRecord } from './mapping-data.ts'

const CUSTOMERS = 50

/**
 * Creates costed events over the last month, as if they had been recorded, without their sums.
 * Returns their organization.
 */
export async function copyEvents(
  pool: Pool,
  { url, apiKey, events }: { url: string; apiKey: string; events: number },
): Promise<string> {
  const records = Array.from({ length: CUSTOMERS }, (_, n) => mappingRecord(n, 'gpt-4o'))
  const answer = await fetch(`${url}/v1/usage/record`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ records }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  const { rows } = await pool.query<{ organizationId: string }>(
    `with copies as (
       insert into usage_events (customer_id, usage_date, id, organization_id, agent_id, signal_id,
         quantity, usage_cost, created_at, payload, prices)
       select e.customer_id, date_trunc('milliseconds', e.usage_date - n * interval '30 days' / $1::int),
         gen_random_uuid(), e.organization_id, e.agent_id, e.signal_id, e.quantity, e.usage_cost,
         e.created_at, e.payload, e.prices
       from generate_series(1, $1::int - 1) n, usage_events e
     )
     select organization_id as "organizationId" from usage_events limit 1`,
    [events / CUSTOMERS],
  )
  return rows[0]?.organizationId ?? ''
}

/** True if the sums equal the events. */
export async function isConsistent(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isConsistent: boolean }>(
    `select events = usage and events = models as "isConsistent" from
       (select sum(usage_cost) as events from usage_events) of_events,
       (select sum(cost) as usage from usage_rollups) of_usage,
       (select sum(cost) as models from model_rollups) of_models`,
  )
  return rows[0]?.isConsistent === true
}
