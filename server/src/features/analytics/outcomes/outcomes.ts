import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { EarningFacts } from '../../../domain/prices/earning-facts.ts'
import {
  askedByClaim,
  type Claim,
  claimsIn,
  claimValue,
  shareOf,
} from '../../../domain/prices/realised.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import { contains, dayOf } from '../../../domain/time/range.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { pairKey } from '../../earnings/facts/candidates.ts'
import { type Asked, type EarnerUsage, loadEarnerUsage } from '../../earnings/usage/earner-usage.ts'
import { type ListedEvent, listEventPage } from '../../events/list-events.ts'
import { figure } from '../../usage-figures/figures.ts'
import { instants, parseWindow } from '../../usage-figures/window.ts'
import { marginOf } from '../revenue/totals.ts'
import { listBillable } from './queries.ts'
import type { Outcome, OutcomeList, OutcomeQuery } from './schemas.ts'

const DAY_MS = 24 * 60 * 60_000

type Question = { organizationId: string; query: OutcomeQuery }

/** Lists the events of a window, each with its cost and realized revenue. */
export async function listOutcomes(
  db: Db,
  { organizationId, query }: Question,
  now: Date,
): Promise<OutcomeList> {
  const { customerId, agentId, signalId } = query
  const page = pageOf(query)
  const window = parseWindow(query, now)
  const all = { runId: undefined, eventProcessed: undefined }
  const filter = { organizationId, customerId, agentId, signalId, ...all }
  const { events, totalResults } = await listEventPage(db, filter, { window, ...page })
  return listAnswer(page, await outcomesOf(db, organizationId, events), totalResults)
}

/** Returns cost and realized revenue of each event on a page. */
export async function outcomesOf(
  db: Db,
  organizationId: string,
  events: readonly ListedEvent[],
): Promise<Outcome[]> {
  const billable = await listBillable(db, organizationId, events)
  const realised = await realisedBy(db, organizationId, { events, billable })
  return events.map((event) => {
    return outcomeBody(event, billable.get(event.id) ?? ZERO, realised.get(event.id))
  })
}

type Realised = { currency: string; revenue: Decimal; invoiced: Decimal }

/** Attributes the events of a page to subscriptions, in one query per customer and agent. */
async function realisedBy(
  db: Db,
  organizationId: string,
  { events, billable }: { events: readonly ListedEvent[]; billable: ReadonlyMap<string, Decimal> },
): Promise<Map<string, Realised>> {
  const realised = new Map<string, Realised>()
  const owned = events.filter(({ subscriptionId }) => subscriptionId !== null)
  for (const group of Map.groupBy(owned, pairKey).values()) {
    const earners = await loadOwnersOf(db, organizationId, group)
    for (const event of group) {
      const earner = earners.find(({ subscription }) => subscription.id === event.subscriptionId)
      if (!earner) continue
      realised.set(event.id, realisedOf(earner, event, billable.get(event.id) ?? ZERO))
    }
  }
  return realised
}

type Owner = EarnerUsage & { claims: readonly Claim[] }

async function loadOwnersOf(
  db: Db,
  organizationId: string,
  events: readonly ListedEvent[],
): Promise<Owner[]> {
  const times = events.map(({ usageDate }) => usageDate.getTime())
  // Whole days, whose sums are already materialized.
  const window = { start: dayOf(Math.min(...times)), end: dayOf(Math.max(...times)) + DAY_MS }
  const filter = {
    organizationId,
    customerId: events[0]?.customerId,
    agentId: events[0]?.agentId,
  }
  const claimsOf = (facts: EarningFacts) => claimsIn(facts, instants(window))
  const asked: Asked = (facts) => claimsOf(facts).flatMap(askedByClaim)
  const earners = await atOneMoment(db, (tx) => loadEarnerUsage(tx, filter, { window, asked }))
  return earners.map((earner) => ({ ...earner, claims: claimsOf(earner.facts) }))
}

function realisedOf(
  { subscription, claims, quantityIn }: Owner,
  { signalId, usageDate }: ListedEvent,
  units: Decimal,
): Realised {
  const { currency } = subscription
  const at = instantOf(usageDate)
  const claim = claims.find((one) => one.signalId === signalId && contains(one.range, at))
  if (!claim) return { currency, revenue: ZERO, invoiced: ZERO }
  const { quantity, due, invoiced } = claimValue(claim, currency, quantityIn)
  const share = (amount: Decimal) => shareOf(amount, units, quantity)
  return { currency, revenue: share(due), invoiced: share(invoiced) }
}

const NO_REVENUE = {
  currency: null,
  revenue: null,
  invoiced: null,
  margin: null,
  marginPercent: null,
  marginNote: 'It belongs to no subscription.',
}
const NO_COST = { margin: null, marginPercent: null, marginNote: 'Its cost is not known yet.' }

function outcomeBody(
  event: ListedEvent,
  billable: Decimal,
  realised: Realised | undefined,
): Outcome {
  const { usageCost, provisionalQuantity } = event
  return {
    eventId: event.id,
    usageDate: event.usageDate.toISOString(),
    customerId: event.customerId,
    customerExternalId: event.customerExternalId,
    agentId: event.agentId,
    signalId: event.signalId,
    signalName: event.signalName,
    runId: event.runId,
    subscriptionId: event.subscriptionId,
    quantity: figure(event.quantity),
    billableQuantity: figure(billable),
    cost: usageCost && figure(usageCost),
    ...(realised ? revenueBody(realised, usageCost) : NO_REVENUE),
    ...(provisionalQuantity && { provisionalQuantity: figure(provisionalQuantity) }),
  }
}

function revenueBody({ currency, revenue, invoiced }: Realised, cost: Decimal | null) {
  const figures = { currency, revenue: figure(revenue), invoiced: figure(invoiced) }
  return { ...figures, ...(cost ? marginOf(revenue, currency, cost) : NO_COST) }
}
