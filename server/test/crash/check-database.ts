import type pg from 'pg'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import type { Ledger } from './ledger.ts'

/** What must never be found, by what it would mean. Each query answers a few examples. */
const NEVER: Record<string, string> = {
  'a raw row without its event': `
    select r.id from raw_usage_events r
      left join usage_events e on e.customer_id = r.customer_id and e.raw_event_id = r.id
     where e.id is null limit 5`,
  'an id used twice': `
    select id from usage_events group by id having count(*) > 1 limit 5`,
  'an idempotency key without its event': `
    select k.idempotency_key from usage_idempotency_keys k
      left join usage_events e on e.customer_id = k.customer_id and e.id = k.event_id
       and e.usage_date = k.usage_date and e.raw_event_id = k.raw_event_id
     where e.id is null limit 5`,
  'an event whose idempotency key is not kept': `
    select e.id from usage_events e
      join raw_usage_events r on r.customer_id = e.customer_id and r.id = e.raw_event_id
      left join usage_idempotency_keys k on k.customer_id = e.customer_id and k.event_id = e.id
       and k.idempotency_key = r.payload ->> 'idempotencyKey'
     where r.payload ->> 'idempotencyKey' is not null and k.event_id is null limit 5`,
  'an event without a cost although all its models are known': `
    select e.id, e.event_processed from usage_events e
     where e.usage_cost is null and not exists (
       select from uncosted_services u where u.customer_id = e.customer_id and u.event_id = e.id)
     limit 5`,
  'an uncosted service of an event that has its cost, or of none': `
    select u.event_id from uncosted_services u
      left join usage_events e on e.customer_id = u.customer_id and e.id = u.event_id
     where e.id is null or e.event_processed <> 'NEEDS_COST_BACKFILL' limit 5`,
  'a mapped model that still holds back the cost of an event': `
    select u.event_id, u.provider, u.model from uncosted_services u
      join cost_model_mappings m on m.organization_id = u.organization_id
       and m.source_provider = u.provider and m.source_model = u.model limit 5`,
  'an event that names a customer, agent or signal that does not exist': `
    select e.id from usage_events e
      left join customers c on c.id = e.customer_id
      left join agents a on a.id = e.agent_id
      left join signals s on s.id = e.signal_id and s.agent_id = e.agent_id
     where c.id is null or a.id is null or s.id is null limit 5`,
}

/** Looks for contradictions inside the database, and for mappings that it has lost. */
export async function checkDatabase(ledger: Ledger, pool: pg.Pool): Promise<string[]> {
  const problems: string[] = []
  // A crash makes PostgreSQL forget that its statistics are out of date, and plans become slow.
  await pool.query('analyze')
  for (const [what, query] of Object.entries(NEVER)) {
    const { rows } = await pool.query(query)
    if (rows.length > 0) problems.push(`${what}: ${JSON.stringify(rows)}`)
  }
  try {
    await expectRollupsToMatchEvents(pool)
  } catch (error) {
    problems.push(`the rollups do not equal the events: ${String(error)}`)
  }
  return [...problems, ...(await findLostMappings(ledger, pool))]
}

async function findLostMappings(ledger: Ledger, pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ pair: string }>(
    `select source_provider || '/' || source_model as pair from cost_model_mappings`,
  )
  const kept = new Set(rows.map(({ pair }) => pair))
  return [...ledger.mapped]
    .filter((pair) => !kept.has(pair))
    .map((pair) => `the mapping of ${pair} was acknowledged and is not there`)
}
