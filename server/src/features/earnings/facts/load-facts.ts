import { decimal } from '../../../domain/money.ts'
import type {
  AnyFinalizedLine,
  EarningFacts,
  FinalizedFee,
  FinalizedLines,
  FinalizedOnetime,
  FinalizedUsage,
} from '../../../domain/prices/earning-facts.ts'
import type { Billing } from '../../../domain/prices/invoiced.ts'
import type { Seats } from '../../../domain/prices/seats.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import { dayOf, intersect, type Range } from '../../../domain/time/range.ts'
import {
  type Billed,
  type BilledPeriod,
  billedPeriods,
  type PastSchedule,
} from '../../../domain/time/schedule.ts'
import type { Db } from '../../../platform/database.ts'
import { groupInTurns, mapInTurns } from '../../../platform/program/in-turns.ts'
import { parsePricing } from '../../invoices/drafts/pricing-json.ts'
import type { Candidates } from '../../rating/attribution.ts'
import { candidatesBy, loadStrategies, type Pair } from './candidates.ts'
import type { EarningFilter, EarningSubscription } from './earning-filter.ts'
import {
  type FinalLineRow,
  type InvoicedTime,
  listAdvanceTimes,
  listFinalLines,
  listInvoicedTimes,
} from './line-queries.ts'
import { listByIds, listCovering, listEndedIn, listPastSchedules } from './subscription-queries.ts'

/**
 * A subscription that may earn in the window, and all that its earnings follow from but usage: the same
 * facts for all of a plan that began on the same day and that the same is invoiced of.
 */
export type Earner = {
  subscription: EarningSubscription
  facts: EarningFacts
  /** Whether the fees of the plan cover a signal. */
  isIncluded: (signalId: string) => boolean
  /** Returns what finalized invoices billed of a line of the facts, the earliest first. */
  billingsOf: (line: AnyFinalizedLine) => readonly Billing[]
}

/** The earners of a window, and what decides whose usage is whose, by customer and agent. */
export type Earners = { earners: Earner[]; candidatesOf: (pair: Pair) => Candidates }

/** Reads everything that the earnings of a window follow from, but for usage. */
export async function loadEarners(
  db: Db,
  filter: EarningFilter,
  window: Range<number>,
): Promise<Earners> {
  const { organizationId } = filter
  const [covering, invoicedInWindow, inAdvance] = await Promise.all([
    listCovering(db, filter, window),
    listInvoicedTimes(db, filter, window),
    listAdvanceTimes(db, filter, window),
  ])
  const billed = [...invoicedInWindow, ...inAdvance]
  const own = await withInvoiced(db, filter, { covering, invoiced: billed })
  const past = await pastTermsOf(db, organizationId, own)
  const periods = await periodsOf(own, past, window)
  const span = spanOf(periods.values(), window)
  const [lines, invoiced, ended] = await Promise.all([
    listFinalLines(db, filter, { span, onetimeOf: startingIn(own, window) }),
    listInvoicedTimes(db, filter, span),
    // What was used before the window, in periods that reach into it, may be theirs.
    listEndedIn(db, filter, { start: span.start, end: window.start, before: window.end }),
  ])
  const known = new Set(own.map(({ id }) => id))
  const others = ended.filter(({ id }) => !known.has(id))
  const strategiesOf = await loadStrategies(db, organizationId, [...own, ...others])
  const current = filter.cutOff ? withoutReplaced(lines) : lines
  const linesOf = await groupInTurns(current, ({ subscriptionId }) => subscriptionId)
  const invoicedOf = await groupInTurns(invoiced, ({ subscriptionId }) => subscriptionId)
  const shared = new Map<string, FactsOfLines>()
  const earners = await mapInTurns(own, (subscription): Earner => {
    const { id, startsAt, timeZone, seats, currency } = subscription
    const ownLines = linesOf.get(id) ?? []
    const ownInvoiced = invoicedOf.get(id) ?? []
    const terms = `${subscription.planId} ${subscription.agentId} ${seatsKey(seats)} ${subscription.owesOnetime} ${termsKey(subscription)}`
    const key = `${terms} ${finalKey(ownLines, ownInvoiced)}`
    const { strategies, isIncluded, hasOwnPrices } = strategiesOf(subscription)
    const isShared = subscription.moved === null && !hasOwnPrices
    const known = isShared ? shared.get(key) : undefined
    const covered = { subscription, isIncluded }
    if (known) return earnerOf(covered, known, ownLines)
    const { final, rowOf } = finalLines(ownLines, ownInvoiced)
    const facts = {
      subscription: { startsAt, timeZone, seats },
      periods: periods.get(id) ?? [],
      currency,
      strategies,
      final,
    }
    if (isShared) shared.set(key, { facts, rowOf })
    return earnerOf(covered, { facts, rowOf }, ownLines)
  })
  return { earners, candidatesOf: await candidatesBy([...own, ...others], strategiesOf, lines) }
}

/**
 * As of an instant, fees in advance that were invoiced then go before those that were billed in their place since:
 * the invoice of the latter may cover another time.
 */
function withoutReplaced(rows: readonly FinalLineRow[]): FinalLineRow[] {
  const invoiced = rows.filter(({ advance, isInvoiced }) => advance === 'billed' && isInvoiced)
  return rows.filter(
    (row) =>
      row.advance !== 'billed' ||
      row.isInvoiced ||
      !invoiced.some(
        (one) =>
          one.subscriptionId === row.subscriptionId &&
          one.strategyId === row.strategyId &&
          intersect(rangeOf(one), rangeOf(row)) !== undefined,
      ),
  )
}

/** Facts, and the index of the row that each of their finalized lines was read from. */
type FactsOfLines = { facts: EarningFacts; rowOf: ReadonlyMap<AnyFinalizedLine, number> }

/** Subscriptions with the same facts were invoiced at different times, which their own rows have. */
function earnerOf(
  covered: Pick<Earner, 'subscription' | 'isIncluded'>,
  { facts, rowOf }: FactsOfLines,
  rows: readonly FinalLineRow[],
): Earner {
  const billings = rows.map(billingsOfRow)
  return {
    ...covered,
    facts,
    billingsOf: (line) => billings[rowOf.get(line) ?? -1] ?? [],
  }
}

function billingsOfRow({ finalizedAt, amount, settled, isInvoiced }: FinalLineRow): Billing[] {
  const own = isInvoiced ? [{ on: dayOf(finalizedAt.getTime()), amount }] : []
  return [
    ...own,
    ...(settled ?? []).map(([at, text]) => ({ on: dayOf(at), amount: decimal(text) })),
  ]
}

/** Also those that an invoice billed for the window although they do not cover it any more. */
export async function withInvoiced(
  db: Db,
  filter: EarningFilter,
  { covering, invoiced }: { covering: EarningSubscription[]; invoiced: readonly InvoicedTime[] },
): Promise<EarningSubscription[]> {
  const known = new Set(covering.map(({ id }) => id))
  const missing = new Map(
    invoiced
      .filter(({ subscriptionId }) => !known.has(subscriptionId))
      .map(({ customerId, subscriptionId: id }) => [id, { customerId, id }]),
  )
  return [...covering, ...(await listByIds(db, filter, [...missing.values()]))]
}

async function pastTermsOf(
  db: Db,
  organizationId: string,
  subscriptions: readonly EarningSubscription[],
): Promise<Map<string, PastSchedule[]>> {
  const moved = subscriptions.filter((one) => one.moved !== null)
  const rows = await listPastSchedules(db, organizationId, moved)
  const past = new Map<string, PastSchedule[]>()
  for (const { subscriptionId, ...terms } of rows) {
    past.set(subscriptionId, [...(past.get(subscriptionId) ?? []), terms])
  }
  return past
}

/** The billing periods of each that the window touches, by its id. */
async function periodsOf(
  subscriptions: readonly EarningSubscription[],
  past: ReadonlyMap<string, readonly PastSchedule[]>,
  window: Range<number>,
): Promise<Map<string, BilledPeriod[]>> {
  const range = {
    start: Temporal.Instant.fromEpochMilliseconds(window.start),
    end: Temporal.Instant.fromEpochMilliseconds(window.end),
  }
  const known = new Map<string, BilledPeriod[]>()
  const all = await mapInTurns(subscriptions, (subscription): [string, BilledPeriod[]] => {
    const { id, moved } = subscription
    const key = moved === null ? termsKey(subscription) : id
    const periods = known.get(key) ?? billedPeriods(subscription, past.get(id) ?? [], range)
    known.set(key, periods)
    return [id, periods]
  })
  return new Map(all)
}

/** What periods follow from where dates were never moved: of very many subscriptions it is the same. */
function termsKey(one: Billed): string {
  const times = [one.startsAt, one.endsAt, one.endAt].map((time) => time?.getTime())
  const cycle = [one.billingCycle, one.customCycleDays, one.billingDay]
  const { cycleFrom, replacesId, replacedById } = one.succession ?? NO_CHANGE
  const change = [cycleFrom, replacesId !== null, replacedById !== null]
  return [...times, one.startDate, one.endDate, ...cycle, ...change, one.timeZone].join(' ')
}

const NO_CHANGE = { cycleFrom: null, replacesId: null, replacedById: null }

const seatsKey = (seats: Seats) => seats.map(({ from, count }) => `${from} ${count}`).join(',')

/** From the first period's start to the last one's end. */
function spanOf(periods: Iterable<readonly BilledPeriod[]>, window: Range<number>): Range<number> {
  let { start, end } = window
  for (const all of periods) {
    start = Math.min(start, all[0]?.start.epochMilliseconds ?? start)
    end = Math.max(end, all.at(-1)?.end.epochMilliseconds ?? end)
  }
  return { start, end }
}

function startingIn(
  subscriptions: readonly EarningSubscription[],
  window: Range<number>,
): string[] {
  return subscriptions
    .filter(({ startsAt }) => startsAt.getTime() >= window.start && startsAt.getTime() < window.end)
    .map(({ id }) => id)
}

/** What is invoiced, where it may be the same of very many. */
function finalKey(lines: readonly FinalLineRow[], invoiced: readonly InvoicedTime[]): string {
  if (lines.length === 0 && invoiced.length === 0) return ''
  const times = invoiced.map(({ start, end }) => `${start.getTime()} ${end.getTime()}`)
  return JSON.stringify([times, ...lines.map(lineKey)])
}

function lineKey({ type, advance, strategyId, name, signalId, pricing, ...line }: FinalLineRow) {
  const { rate, quantity, amount, billed, settled, countedFrom, periodStart, periodEnd } = line
  const { billedUntil, isInvoiced } = line
  const times = [countedFrom, periodStart, periodEnd, billedUntil].map((time) => time?.getTime())
  const amounts = [rate, quantity, amount, billed].map((value) => value?.toFixed())
  const parts = (settled ?? []).map(([, part]) => part)
  return [
    type,
    advance,
    strategyId,
    name,
    signalId,
    pricing,
    ...amounts,
    parts,
    ...times,
    isInvoiced,
  ]
}

function finalLines(
  rows: readonly FinalLineRow[],
  invoiced: readonly InvoicedTime[],
): Pick<FactsOfLines, 'rowOf'> & { final: FinalizedLines } {
  const rowOf = new Map<AnyFinalizedLine, number>()
  const linesOf = <Line extends AnyFinalizedLine>(read: (row: FinalLineRow) => Line[]): Line[] =>
    rows.flatMap((row, at) => {
      const lines = read(row)
      for (const line of lines) rowOf.set(line, at)
      return lines
    })
  const final = {
    invoiced: invoiced.map(({ start, end }) => ({ start: instantOf(start), end: instantOf(end) })),
    usage: linesOf(finalUsage),
    fees: linesOf(finalFee),
    onetime: linesOf(finalOnetime),
  }
  return { final, rowOf }
}

function finalFee(row: FinalLineRow): FinalizedFee[] {
  const { type, advance, strategyId, name, rate, quantity, amount, isInvoiced } = row
  if ((type !== 'recurring' && type !== 'seat_based') || rate === null) return []
  const count = Math.abs(Number(quantity.toFixed()))
  const line = { strategyId, name, rate, count, amount, advance, isInvoiced }
  return [{ kind: type, ...line, ...rangeOf(row) }]
}

function finalOnetime(row: FinalLineRow): FinalizedOnetime[] {
  const { type, strategyId, name, amount, isInvoiced } = row
  if (type !== 'onetime') return []
  return [{ strategyId, name, amount, isInvoiced, ...rangeOf(row) }]
}

function rangeOf({ periodStart, periodEnd }: FinalLineRow): Range {
  return { start: instantOf(periodStart), end: instantOf(periodEnd) }
}

function finalUsage(row: FinalLineRow): FinalizedUsage[] {
  const { type, strategyId, name, signalId, periodStart, countedFrom } = row
  const pricing = parsePricing(row.pricing)
  if (type !== 'usage' || signalId === null || !pricing) return []
  return [
    {
      strategyId,
      name,
      signalId,
      pricing,
      start: instantOf(periodStart),
      end: instantOf(row.billedUntil),
      periodEnd: instantOf(row.periodEnd),
      countedFrom: countedFrom && instantOf(countedFrom),
      billed: row.billed,
      isInvoiced: row.isInvoiced,
    },
  ]
}
