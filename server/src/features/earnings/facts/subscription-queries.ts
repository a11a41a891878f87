import { type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { PricingModel } from '../../../domain/prices/pricing.ts'
import type { SeatsFrom } from '../../../domain/prices/seats.ts'
import type { BillTiming } from '../../../domain/prices/strategy.ts'
import type { BillingCycleName, Moved, PastSchedule } from '../../../domain/time/schedule.ts'
import type { Db } from '../../../platform/database.ts'
import { type DatedPriceJson, datedPricesOf } from '../../pricing-plans/strategies/dated-price.ts'
import { SUCCESSION } from '../../subscriptions/plan-changes/succession.ts'
import { joinSeatChanges, seatsOf } from '../../subscriptions/seats/seats.ts'
import { covering } from './covering.ts'
import { type EarningFilter, type EarningSubscription, inFilter } from './earning-filter.ts'

/** Half-open, in epoch milliseconds. */
type Span = { start: number; end: number }

const at = (time: number) => sql`${new Date(time)}::timestamptz`

/** Subscriptions of the filter's customers, of every agent. */
const subscriptionsOf = (filter: EarningFilter) => sql`
  select subscriptions.id, subscriptions.customer_id, subscriptions.agent_id,
    subscriptions.plan_id, pricing_plans.name as plan_name, pricing_plans.currency,
    subscriptions.name, subscriptions.seats_count, seats.changes as seat_changes, subscriptions.start_date,
    subscriptions.end_date, subscriptions.end_at, subscriptions.starts_at, subscriptions.ends_at,
    subscriptions.billing_cycle, subscriptions.custom_cycle_days, subscriptions.billing_day,
    subscriptions.anchor_date, subscriptions.moved_period_date, ${SUCCESSION} as succession,
    subscriptions.owes_onetime,
    coalesce(subscriptions.timezone, customers.timezone) as time_zone
  from subscriptions
  join customers on customers.id = subscriptions.customer_id
  join pricing_plans on pricing_plans.id = subscriptions.plan_id
  ${joinSeatChanges(inFilter({ ...filter, agentId: undefined }, 'subscription_seats'))}`

type SubscriptionRow = Omit<EarningSubscription, 'moved' | 'seats'> & {
  seatsCount: number
  seatChanges: readonly SeatsFrom[] | null
  anchorDate: string | null
  movedPeriodDate: string | null
}

function movedOf({ anchorDate, movedPeriodDate }: SubscriptionRow): Moved {
  if (anchorDate === null || movedPeriodDate === null) return null
  return { anchorDate, periodDate: movedPeriodDate }
}

function subscriptionOf(row: SubscriptionRow): EarningSubscription {
  const { anchorDate: _anchor, movedPeriodDate: _moved, seatsCount, seatChanges, ...known } = row
  return { ...known, moved: movedOf(row), seats: seatsOf(seatsCount, seatChanges) }
}

/** Those that cover some of a time. */
export async function listCovering(
  db: Db,
  filter: EarningFilter,
  time: Span,
): Promise<EarningSubscription[]> {
  const { rows } = await sql<SubscriptionRow>`
    ${subscriptionsOf(filter)}
    where ${inFilter(filter, 'subscriptions')} and ${covering(time)}
    order by subscriptions.starts_at, subscriptions.id`.execute(db)
  return rows.map(subscriptionOf)
}

/** Those that ended within a time and cover nothing after it. */
export async function listEndedIn(
  db: Db,
  filter: EarningFilter,
  { start, end, before }: Span & { before: number },
): Promise<EarningSubscription[]> {
  const { rows } = await sql<SubscriptionRow>`
    ${subscriptionsOf(filter)}
    where ${inFilter(filter, 'subscriptions')} and subscriptions.deleted_at is null
      and subscriptions.starts_at < ${at(before)}
      and subscriptions.ends_at > ${at(start)} and subscriptions.ends_at <= ${at(end)}
    order by subscriptions.starts_at, subscriptions.id`.execute(db)
  return rows.map(subscriptionOf)
}

/** By id: those that invoices name. */
export async function listByIds(
  db: Db,
  filter: EarningFilter,
  keys: readonly { customerId: string; id: string }[],
): Promise<EarningSubscription[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<SubscriptionRow>`
    ${subscriptionsOf(filter)}
    where ${inFilter(filter, 'subscriptions')} and subscriptions.deleted_at is null
      and subscriptions.customer_id = any(${keys.map(({ customerId }) => customerId)}::uuid[])
      and subscriptions.id = any(${keys.map(({ id }) => id)}::uuid[])
    order by subscriptions.starts_at, subscriptions.id`.execute(db)
  return rows.map(subscriptionOf)
}

/** The terms before the present ones of those whose invoice dates were moved, the earliest first. */
export async function listPastSchedules(
  db: Db,
  organizationId: string,
  keys: readonly { customerId: string; id: string }[],
): Promise<(PastSchedule & { subscriptionId: string })[]> {
  if (keys.length === 0) return []
  return db
    .selectFrom('subscriptionPastTerms')
    .select(['subscriptionId', 'fromDate', 'untilDate', 'movedPeriodDate', 'cycleFrom'])
    .select([
      sql<BillingCycleName>`billing_cycle`.as('billingCycle'),
      'customCycleDays',
      'billingDay',
    ])
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`customer_id = any(${keys.map(({ customerId }) => customerId)}::uuid[])`)
    .where(sql<SqlBool>`subscription_id = any(${keys.map(({ id }) => id)}::uuid[])`)
    .orderBy('fromDate')
    .execute()
}

/** A live strategy as its row has it, and whose signal it prices. */
export type PlanStrategyRow = {
  id: string
  planId: string
  name: string
  chargeType: 'usage' | 'recurring' | 'seat_based' | 'onetime'
  pricingModel: PricingModel | null
  signalId: string | null
  signalAgentId: string | null
  rate: Decimal | null
  packageSize: Decimal | null
  tiers: unknown
  billTiming: BillTiming
  isActive: boolean
  version: number
  createdAt: Date
  updatedAt: Date
  datedPrices: DatedPriceJson[] | null
}

/** What plans bill by, in the order in which it was made. */
export async function listPlanStrategies(
  db: Db,
  organizationId: string,
  planIds: readonly string[],
): Promise<PlanStrategyRow[]> {
  if (planIds.length === 0) return []
  const { rows } = await sql<PlanStrategyRow>`
    select strategies.id, strategies.plan_id, strategies.name, strategies.charge_type,
      strategies.pricing_model, strategies.signal_id, signals.agent_id as signal_agent_id,
      strategies.rate, strategies.package_size, strategies.tiers, strategies.bill_timing, strategies.is_active, strategies.version,
      strategies.created_at, strategies.updated_at,
      ${datedPricesOf(sql`strategies.id`)} as dated_prices
    from pricing_strategies strategies
    left join signals on signals.id = strategies.signal_id
    where strategies.organization_id = ${organizationId}
      and strategies.plan_id = any(${planIds}::uuid[])
      and strategies.deleted_at is null and strategies.is_active
    order by strategies.created_at, strategies.id`.execute(db)
  return rows
}
