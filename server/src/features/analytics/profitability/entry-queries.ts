import { type RawBuilder, sql } from 'kysely'
import type { Range } from '../../../domain/time/range.ts'
import { expectMemory } from '../../../platform/database/expect-memory.ts'
import type { Tx } from '../../../platform/database.ts'
import { NO_ID } from '../../earnings/compute/kept-kinds.ts'
import { customerTotals } from '../../earnings/read/customer-totals.ts'
import { kinds } from '../../earnings/read/kept-rows.ts'
import { type Entry, SHOWN } from './entries.ts'
import type { Group } from './schemas.ts'

type Kept = RawBuilder<unknown>

/** The dimensions that are columns of kept rows. */
type Dimension = Exclude<Group, 'model'>

const idOf = (column: string) => sql`nullif(${sql.ref(column)}, ${sql.lit(NO_ID)}::uuid)`

const KEYS: Record<Dimension, RawBuilder<unknown>> = {
  customer: idOf('customer_id'),
  agent: idOf('agent_id'),
  signal: idOf('signal_id'),
  plan: idOf('plan_id'),
  day: sql.ref('day'),
}

/** The fee of a pool is realised by usage, or without quantity. */
const IS_SHOWN = sql`kind not in ${kinds('pool')}`

/** SQL: the kind of an entry. Only work of no subscription has no currency. */
const KIND = sql`case
  when currency = '' then 'no_subscription'
  ${sql.join(
    SHOWN.map((kind) => sql`when kind in ${kinds(kind)} then ${sql.lit(kind)}`),
    sql` `,
  )}
  else 'outcomes' end`

const CURRENCY = sql`nullif(currency, '')`

/** The figures of kept rows that entries are sums of. */
export const FIGURES = [
  'quantity',
  'realised',
  'realised_invoiced',
  'cost',
  'event_count',
  'uncosted_event_count',
] as const

/** Units are counted once, where they are priced; rows of work have them again. */
const SUMS = sql`
  coalesce(sum(quantity) filter (where kind in ${kinds('usage')}), 0) as quantity,
  sum(realised) as revenue, sum(realised_invoiced) as invoiced, sum(cost) as cost,
  sum(event_count)::double precision as event_count,
  sum(uncosted_event_count)::double precision as uncosted_events`

const IS_SOMETHING = sql`sum(event_count) <> 0 or sum(cost) <> 0 or sum(realised) <> 0
  or sum(realised_invoiced) <> 0 or sum(quantity) filter (where kind in ${kinds('usage')}) <> 0`

/**
 * Adds kept rows up by kind, key and currency. Lists at most `top` keys, those with the most events and then the
 * lowest; all others are added up without a key.
 */
export async function listEntries(
  tx: Tx,
  kept: Kept,
  { dimension, top }: { dimension: Dimension; top: number },
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    with by_key as materialized (
      select ${KIND} as kind, ${KEYS[dimension]} as key, ${CURRENCY} as currency, ${SUMS}
      from ${kept} kept where ${IS_SHOWN} group by 1, 2, 3 having ${IS_SOMETHING}
    ), listed as (
      select key from by_key where key is not null
      group by key order by sum(event_count) desc, key limit ${top}
    )
    select by_key.kind, listed.key, by_key.currency, sum(quantity) as quantity,
      sum(revenue) as revenue, sum(invoiced) as invoiced, sum(cost) as cost,
      sum(event_count) as event_count, sum(uncosted_events) as uncosted_events
    from by_key left join listed on listed.key = by_key.key group by 1, 2, 3`.execute(tx)
  return rows
}

/** Adds kept rows up by kind and currency. */
export async function listTotals(tx: Tx, kept: Kept): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${KIND} as kind, null as key, ${CURRENCY} as currency, ${SUMS}
    from ${kept} kept where ${IS_SHOWN} group by 1, 3 having ${IS_SOMETHING}`.execute(tx)
  return rows
}

/** Figures of one kind and currency of a signal; fees belong to no signal. */
export type SignalEntry = Omit<Entry, 'key'> & { agentId: string; signalId: string | null }

/** Adds kept rows up by kind, signal and currency, in a fixed order. */
export async function listBySignal(tx: Tx, kept: Kept): Promise<SignalEntry[]> {
  const { rows } = await sql<SignalEntry>`
    select ${KIND} as kind, agent_id, ${idOf('signal_id')} as signal_id, ${CURRENCY} as currency,
      ${SUMS}
    from ${kept} kept where ${IS_SHOWN} group by 1, 2, 3, 4 having ${IS_SOMETHING}
    order by 2, 3, 1, 4`.execute(tx)
  return rows
}

/** Adds the unpriced work of kept rows up by signal, as entries that earn nothing. */
export async function listUnpricedBySignal(tx: Tx, kept: Kept): Promise<SignalEntry[]> {
  const { rows } = await sql<SignalEntry>`
    select 'no_subscription' as kind, agent_id, ${idOf('signal_id')} as signal_id, null as currency,
      sum(quantity) as quantity, 0::numeric as revenue, 0::numeric as invoiced, sum(cost) as cost,
      sum(event_count)::double precision as event_count,
      sum(uncosted_event_count)::double precision as uncosted_events
    from ${kept} kept where kind in ${kinds('unpriced_work')} group by 2, 3 order by 2, 3`.execute(
    tx,
  )
  return rows
}

type Ranked = { window: Range<number>; horizon: number; top: number }

/** Returns the customers with the most events in a window, then the lowest ids. */
export async function listByEvents(
  tx: Tx,
  organizationId: string,
  { top, ...times }: Ranked,
): Promise<string[]> {
  await expectMemory(tx)
  const totals = await customerTotals(tx, { organizationId }, times)
  const { rows } = await sql<{ customerId: string }>`
    select customer_id from ${totals} totals group by customer_id having sum(events) <> 0
    order by sum(events) desc, customer_id limit ${top}`.execute(tx)
  return rows.map(({ customerId }) => customerId)
}
