import { type RawBuilder, sql } from 'kysely'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { covering } from '../../earnings/facts/covering.ts'
import { type EarningFilter, inFilter } from '../../earnings/facts/earning-filter.ts'
import { isFinal } from '../../earnings/facts/final-invoices.ts'
import { REVENUE_SUMS, type RevenueSums } from './sums-queries.ts'

/** A subscription as its row of revenue names it. */
export type ListedSubscription = {
  id: string
  name: string
  customerId: string
  customerName: string
  customerExternalId: string | null
  agentId: string
  agentName: string
  planId: string
  planName: string
  currency: string
}

type Listing = { window: Range<number>; limit: number }

/**
 * Returns the subscriptions that can have revenue in a window: first those that cover a part of it, then those that
 * only an invoice bills there. Of both the latest start comes first.
 */
export async function listSubscriptions(
  tx: Tx,
  filter: EarningFilter,
  { window, limit }: Listing,
): Promise<ListedSubscription[]> {
  const running = await listWhere(tx, filter, { where: covering(window), limit })
  if (running.length >= limit) return running
  const where = sql`not (${covering(window)}) and subscriptions.deleted_at is null
    and exists (${invoicesIn(filter, window)})`
  const left = limit - running.length
  return [...running, ...(await listWhere(tx, filter, { where, limit: left }))]
}

async function listWhere(
  tx: Tx,
  filter: EarningFilter,
  { where, limit }: { where: RawBuilder<unknown>; limit: number },
): Promise<ListedSubscription[]> {
  const { rows } = await sql<ListedSubscription>`
    select listed.id, listed.name, listed.customer_id, customers.name as customer_name,
      customers.external_id as customer_external_id,
      listed.agent_id, agents.name as agent_name, listed.plan_id, plans.name as plan_name,
      plans.currency
    from (
      select * from subscriptions
      where ${inFilter(filter, 'subscriptions')} and ${where}
      order by starts_at desc, id desc limit ${limit}
    ) listed
    join customers on customers.id = listed.customer_id
    join agents on agents.id = listed.agent_id
    join pricing_plans plans on plans.id = listed.plan_id
    order by listed.starts_at desc, listed.id desc`.execute(tx)
  return rows
}

/** SQL: the finalized invoices of a subscription whose periods are in a window. */
function invoicesIn(filter: EarningFilter, { start, end }: Range<number>) {
  const ofAllAgents = { ...filter, agentId: undefined }
  return sql`select from invoices
    where ${inFilter(ofAllAgents, 'invoices')} and ${isFinal('invoices', filter)}
      and invoices.customer_id = subscriptions.customer_id
      and invoices.subscription_id = subscriptions.id and not invoices.is_final_invoice
      and invoices.period_start < ${new Date(end)}::timestamptz
      and invoices.period_end > ${new Date(start)}::timestamptz`
}

/** The currencies of subscriptions that cover a part of a window, apart from known ones. */
export async function listOtherCurrencies(
  tx: Tx,
  filter: EarningFilter,
  { window, known }: { window: Range<number>; known: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct plans.currency from subscriptions
    join pricing_plans plans on plans.id = subscriptions.plan_id
      and plans.organization_id = ${filter.organizationId}
      and plans.currency <> all(${known}::text[])
    where ${inFilter(filter, 'subscriptions')} and ${covering(window)}`.execute(tx)
  return rows.map(({ currency }) => currency)
}

export type SubscriptionSums = RevenueSums & { subscriptionId: string; eventCount: number }

/** The figures of kept months that `sumBySubscription` adds up. */
export const SUMMED = ['earned', 'invoiced', 'cost', 'event_count', 'uncosted_event_count'] as const

/** Adds the kept months of some subscriptions up. */
export async function sumBySubscription(
  tx: Tx,
  kept: RawBuilder<unknown>,
  subscriptions: readonly ListedSubscription[],
): Promise<SubscriptionSums[]> {
  const ids = arrayText(subscriptions, ({ id }) => id)
  const { rows } = await sql<SubscriptionSums>`
    select subscription_id, currency, ${REVENUE_SUMS},
      coalesce(sum(event_count), 0)::double precision as event_count
    from ${kept} kept where subscription_id = any(${ids}::uuid[])
    group by customer_id, subscription_id, currency`.execute(tx)
  return rows
}
