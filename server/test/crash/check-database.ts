import type pg from 'pg'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import type { Ledger } from './ledger.ts'

/** Invariants by the meaning of a violation. Each query returns a few examples. */
const NEVER: Record<string, string> = {
  'an event without its record': `
    select id from usage_events where payload is null limit 5`,
  'an id used twice': `
    select id from usage_events group by id having count(*) > 1 limit 5`,
  'an event whose idempotency key is not kept': `
    select id from usage_events
     where left(encode(sha256(convert_to(payload::json ->> 'idempotencyKey', 'UTF8')), 'hex'), 32)::uuid
       is distinct from idempotency_hash limit 5`,
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

/** Reports inconsistencies in the database, and lost mappings. */
export async function checkDatabase(ledger: Ledger, pool: pg.Pool): Promise<string[]> {
  const problems: string[] = []
  // A crash loses PostgreSQL's counters for automatic analyze, so plans would become slow.
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
