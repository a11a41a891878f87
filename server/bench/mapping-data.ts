import type { Pool } from 'pg'

const CUSTOMERS = 50

/** Returns a customer's record of a known or unknown model. */
export function mappingRecord(n: number, model: 'gpt-4o' | 'house-model' | 'other-model') {
  return {
    customerExternalId: `customer-${n % CUSTOMERS}`,
    agentCode: 'agent',
    signalName: 'ticket-resolved',
    model,
    modelProvider: model === 'gpt-4o' ? 'openai' : 'in-house',
    inputTokens: 800 + (n % 1_500),
    outputTokens: 50 + (n % 400),
  }
}

/** Creates events of an unknown model over the last month, as if they had been recorded. */
export async function createUncostedEvents(
  pool: Pool,
  { url, apiKey, events }: { url: string; apiKey: string; events: number },
): Promise<void> {
  const records = Array.from({ length: CUSTOMERS }, (_, n) => mappingRecord(n, 'house-model'))
  const answer = await fetch(`${url}/v1/usage/record`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ records }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  await pool.query(
    `insert into usage_events (customer_id, usage_date, id, organization_id, agent_id, signal_id,
       quantity, usage_cost, created_at, event_processed, payload)
     select e.customer_id, date_trunc('milliseconds', e.usage_date - n * interval '30 days' / $1::int),
       gen_random_uuid(), e.organization_id, e.agent_id, e.signal_id, e.quantity, null, e.created_at,
       e.event_processed, e.payload
     from generate_series(1, $1::int - 1) n, usage_events e`,
    [events / CUSTOMERS],
  )
  await pool.query(
    `insert into uncosted_services (customer_id, event_id, provider, model, organization_id,
       usage_date, reason)
     select customer_id, id, 'in-house', 'house-model', organization_id, usage_date, 'unknown_model'
     from usage_events on conflict do nothing`,
  )
  await pool.query('delete from usage_rollups')
  await pool.query('delete from model_rollups')
  await pool.query(
    `insert into usage_rollups (customer_id, bucket, agent_id, signal_id, organization_id,
       event_count, quantity, cost, uncosted_event_count, rejected_event_count, rejected_quantity)
     select customer_id, date_bin('15 minutes', usage_date, '2000-01-01Z'), agent_id, signal_id,
       organization_id, count(*), sum(quantity), 0, count(*), 0, 0
     from usage_events group by 1, 2, 3, 4, 5`,
  )
  await pool.query(
    `insert into model_rollups (customer_id, bucket, agent_id, signal_id, provider, model,
       organization_id, service_count, input_tokens, output_tokens, cache_read_tokens,
       cache_write_tokens, quantity, cost)
     select customer_id, date_bin('15 minutes', usage_date, '2000-01-01Z'), agent_id, signal_id,
       'in-house', 'house-model', organization_id, count(*), 0, 0, 0, 0, sum(quantity), 0
     from usage_events group by 1, 2, 3, 4, 7`,
  )
  await pool.query('vacuum analyze usage_events, uncosted_services, usage_rollups, model_rollups')
}

/** True if every event is as it was before its model was mapped. */
export async function isUntouched(pool: Pool, events: number): Promise<boolean> {
  const { rows } = await pool.query<{ uncosted: string; waiting: string; cost: string | null }>(
    `select (select count(*) from usage_events where usage_cost is null) as uncosted,
       (select count(*) from uncosted_services) as waiting,
       (select sum(cost) from usage_rollups) as cost`,
  )
  const [found] = rows
  return (
    Number(found?.uncosted) === events &&
    Number(found?.waiting) === events &&
    Number(found?.cost) === 0
  )
}
