import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import { cut } from '../../../platform/batching/cut.ts'
import type { Db } from '../../../platform/database.ts'
import { billable } from '../../usage/billable.ts'

/** A customer's usage of an agent in a half-open time (epoch milliseconds), added up under a key. */
export type WantedInterval = {
  key: number
  customerId: string
  agentId: string
  start: number
  end: number
}

export type IntervalSum = {
  key: number
  signalId: string
  eventCount: string
  billable: Decimal
  cost: Decimal
  uncostedEvents: string
}

/** As PostgreSQL writes it: none of these values needs quotes, which the driver would look for. */
const arrayOf = (values: readonly (string | number)[]) => `{${values.join(',')}}`

const wantedRows = (wanted: readonly WantedInterval[], type: 'date' | 'timestamptz') => {
  // Very many begin and end at the same few times.
  const texts = new Map<number, string>()
  const text = (time: number) => {
    const known = texts.get(time) ?? new Date(time).toISOString()
    texts.set(time, known)
    return type === 'date' ? known.slice(0, 10) : known
  }
  return sql`unnest(
    ${arrayOf(wanted.map(({ key }) => key))}::int[],
    ${arrayOf(wanted.map(({ customerId }) => customerId))}::uuid[],
    ${arrayOf(wanted.map(({ agentId }) => agentId))}::uuid[],
    ${arrayOf(wanted.map(({ start }) => text(start)))}::${sql.raw(type)}[],
    ${arrayOf(wanted.map(({ end }) => text(end)))}::${sql.raw(type)}[]
  ) as wanted (key, customer_id, agent_id, range_start, range_end)`
}

const SUMS = {
  eventCount: sql`sum(used.event_count)::bigint`,
  billable: sql`sum(${billable('used')})`,
  cost: sql`sum(used.cost)`,
  uncostedEvents: sql`sum(used.uncosted_event_count)::bigint`,
}

/** The tables that say what was used, by what their rows hold; each sum is the same from all of them. */
const SOURCES = {
  months: {
    rows: sql`usage_months used`,
    time: sql`used.month`,
    type: 'date',
    ...SUMS,
  },
  days: {
    rows: sql`usage_days used`,
    time: sql`used.day`,
    type: 'date',
    ...SUMS,
  },
  quarterHours: {
    rows: sql`usage_rollups used`,
    time: sql`used.bucket`,
    type: 'timestamptz',
    ...SUMS,
  },
  events: {
    rows: sql`usage_events used`,
    time: sql`used.usage_date`,
    type: 'timestamptz',
    ...SUMS,
    eventCount: sql`count(*)`,
    cost: sql`coalesce(sum(used.usage_cost), 0)`,
    uncostedEvents: sql`count(*) filter (where used.usage_cost is null)`,
  },
} as const

/** More than so many are on all shards anyway. */
const FEW = 10

/** So many fit well into one statement. */
const WANTED_AT_ONCE = 10_000

type Asked = { source: keyof typeof SOURCES; wanted: readonly WantedInterval[] }

/** Of times that begin and end where rows of the source do. */
export async function sumIntervals(
  db: Db,
  organizationId: string,
  { source, wanted }: Asked,
): Promise<IntervalSum[]> {
  const sums: IntervalSum[] = []
  for (const some of cut(wanted, WANTED_AT_ONCE)) {
    sums.push(...(await sumSome(db, organizationId, { source, wanted: some })))
  }
  return sums
}

/** Of few customers, whose they are is said once more: Citus then asks their shards alone. */
function ofFew(wanted: readonly WantedInterval[]) {
  const customers = [...new Set(wanted.map(({ customerId }) => customerId))]
  return customers.length > FEW
    ? sql`true`
    : sql`used.customer_id = any(${arrayOf(customers)}::uuid[])`
}

async function sumSome(
  db: Db,
  organizationId: string,
  { source, wanted }: Asked,
): Promise<IntervalSum[]> {
  const { rows: used, time, type, ...sums } = SOURCES[source]
  const { rows } = await sql<IntervalSum>`
    select wanted.key, used.signal_id, ${sums.eventCount} as event_count,
      ${sums.billable} as billable, ${sums.cost} as cost, ${sums.uncostedEvents} as uncosted_events
    from ${wantedRows(wanted, type)}
    join ${used} on used.customer_id = wanted.customer_id
      and ${time} >= wanted.range_start and ${time} < wanted.range_end
      and used.agent_id = wanted.agent_id and used.organization_id = ${organizationId}
    where ${ofFew(wanted)}
    group by wanted.key, used.signal_id`.execute(db)
  return rows
}
