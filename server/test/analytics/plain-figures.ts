/**
 * Computes the figures of analytics from the stored rows alone, by loops and without any code of
 * the service. Slow, and meant to be compared with the definitions.
 */
import type { TestDatabase } from '../support/database.ts'
import {
  type Fraction,
  isLess,
  minus,
  NONE,
  over,
  parse,
  plus,
  rounded,
  share,
  times,
  total,
  whole,
} from './fraction.ts'
import { plainBillable } from './settle.ts'

type Tier = { lower: string; upper: string | null; rate: string; flatFee?: string }
type Tariff = { pricingModel: string; rate?: string; packageSize?: string; tiers?: Tier[] }

export type PlainEvent = {
  customerId: string
  agentId: string
  signalId: string
  at: number
  billable: Fraction
  quantity: Fraction
  cost: Fraction | null
}

type Strategy = {
  id: string
  chargeType: string
  signalId: string | null
  rate: string | null
  tariff: Tariff | null
  /** Prices of the plan from a day on, and those of the subscription; no day: since always. */
  dated: (Price & { from: string; isForNew: boolean })[]
  own: (Price & { from: string | null; isPlanPrice: boolean })[]
}

type Price = { rate: string | null; tariff: Tariff | null }

type Line = {
  type: string
  strategyId: string
  signalId: string | null
  start: number
  end: number
  finalizedAt: number
  isAdvance: boolean
  isGivenBack: boolean
  /** 1, or the number of seats. */
  count: number
  amount: Fraction
  /** Amount of this line's late usage, settled by lines of later final invoices. */
  late: Fraction
  rate: Fraction | null
  tariff: Tariff | null
}

export type PlainSubscription = {
  id: string
  customerId: string
  agentId: string
  planId: string
  currency: string
  zone: string
  startDate: string
  /** The day from which a successor's months count. */
  cycleFrom: string
  isSuccessor: boolean
  isReplaced: boolean
  owesOnetime: boolean
  start: number
  /** Infinity without an end. */
  end: number
  seats: number
  /** Numbers of seats from a day on. */
  seatChanges: { from: string; seats: number }[]
  strategies: Strategy[]
  /** Signals that the fees of the plan cover. */
  includedSignalIds: string[]
  lines: Line[]
  /** The times that final invoices cover. */
  invoiced: Window[]
}

export type PlainWorld = { events: PlainEvent[]; subscriptions: PlainSubscription[] }

export type PlainRevenue = {
  agentEarned: Fraction
  recurring: Fraction
  seat: Fraction
  onetime: Fraction
  /** The part of it billed by lines of final invoices. */
  invoiced: Fraction
}

type Window = { start: number; end: number }

/** Returns the price of a number of units in one period. */
function price(tariff: Tariff, units: Fraction): Fraction {
  if (tariff.pricingModel === 'flat') return times(units, parse(tariff.rate ?? ''))
  if (tariff.pricingModel === 'package') {
    let [amount, covered] = [NONE, NONE]
    while (isLess(covered, units)) {
      covered = plus(covered, parse(tariff.packageSize ?? ''))
      amount = plus(amount, parse(tariff.rate ?? ''))
    }
    return amount
  }
  const tiers = (tariff.tiers ?? []).map(({ lower, upper, rate, flatFee = '0' }) => {
    const bounds = { lower: parse(lower), upper: upper === null ? null : parse(upper) }
    return { ...bounds, rate: parse(rate), fee: parse(flatFee) }
  })
  if (tariff.pricingModel === 'volume') {
    const tier = tiers.find(({ upper }) => upper === null || !isLess(upper, units))
    return tier && units.n !== 0n ? plus(times(units, tier.rate), tier.fee) : NONE
  }
  let amount = NONE
  tiers.forEach(({ lower, upper, rate, fee }, index) => {
    if (!isLess(lower, units)) return
    const top = upper !== null && isLess(upper, units) ? upper : units
    // The fee of a pool is not a price of its units.
    if (tariff.pricingModel === 'credit_pool' && index === 0) return
    amount = plus(plus(amount, times(minus(top, lower), rate)), fee)
  })
  return amount
}

function poolFee({ pricingModel, tiers }: Tariff): Fraction {
  return pricingModel === 'credit_pool' ? parse(tiers?.[0]?.rate ?? '') : NONE
}

/**
 * Returns the calendar months from the start date in the subscription's time zone. The start day is
 * clamped to the length of each month.
 */
function periods(subscription: PlainSubscription, until: number) {
  const first = Temporal.PlainDate.from(subscription.cycleFrom)
  const at = (index: number) =>
    first.toPlainYearMonth().add({ months: index }).toPlainDate({ day: first.day })
  const all = []
  for (let index = 0; ; index += 1) {
    const [from, to] = [at(index), at(index + 1)]
    const [start, fullEnd] = [midnight(from, subscription.zone), midnight(to, subscription.zone)]
    if (start >= until || start >= subscription.end) return all
    if (fullEnd <= subscription.start) continue
    const end = Math.min(fullEnd, subscription.end)
    const days = from.until(to).days
    const isFirst = start < subscription.start
    const begins = isFirst ? Temporal.PlainDate.from(subscription.startDate) : from
    const own = { start: Math.max(start, subscription.start), end }
    const isCut = isFirst || (subscription.isReplaced && end < fullEnd)
    const poolDays = isCut ? daysIn(own, subscription.zone) : days
    all.push({ ...own, days, poolDays, from: begins, to })
  }
}

const midnight = (day: Temporal.PlainDate, zone: string) =>
  day.toZonedDateTime({ timeZone: zone }).epochMilliseconds

const overlap = (a: Window, b: Window) => a.start < b.end && b.start < a.end

/** Returns the price of a day, by a walk over all days from the first price to it. */
function priceOn(
  strategy: Strategy,
  { startDate }: PlainSubscription,
  day: Temporal.PlainDate,
): Price {
  const days = [...strategy.dated, ...strategy.own].flatMap(({ from }) => from ?? [])
  const first = days.toSorted()[0] ?? day.toString()
  let ofPlan: Price = strategy
  let own: Price | undefined = strategy.own.find(
    ({ from, isPlanPrice }) => from === null && !isPlanPrice,
  )
  for (
    let at = Temporal.PlainDate.from(first);
    Temporal.PlainDate.compare(at, day) <= 0;
    at = at.add({ days: 1 })
  ) {
    const today = at.toString()
    const begins = strategy.dated.filter(({ from }) => from === today)
    ofPlan = begins.find(({ isForNew }) => !isForNew) ?? ofPlan
    if (startDate >= today) ofPlan = begins.find(({ isForNew }) => isForNew) ?? ofPlan
    const deal = strategy.own.find(({ from }) => from === today)
    if (deal) own = deal.isPlanPrice ? undefined : deal
  }
  return own ?? ofPlan
}

/** Returns the tariff of the period's first finalized invoice, otherwise that of its first day. */
function tariffOf(
  strategy: Strategy,
  subscription: PlainSubscription,
  period: Window & { from: Temporal.PlainDate; days: number; poolDays: number },
): Tariff | null {
  const { lines } = subscription
  const used = lines
    .filter((line) => line.strategyId === strategy.id && overlap(line, period))
    .sort((a, b) => a.finalizedAt - b.finalizedAt)
  return (
    used[0]?.tariff ??
    cutPool(priceOn(strategy, subscription, period.from).tariff, subscription, period)
  )
}

/** Returns a pool with the fee and the size of the days that a change of plan leaves of its period. */
function cutPool(
  tariff: Tariff | null,
  { currency }: PlainSubscription,
  { days, poolDays }: { days: number; poolDays: number },
): Tariff | null {
  const [pool, above] = tariff?.tiers ?? []
  if (tariff?.pricingModel !== 'credit_pool' || days === poolDays || !pool || !above) return tariff
  const byDays = (text: string) => over(times(parse(text), whole(poolDays)), days)
  const size = Math.ceil((Number(pool.upper) * poolDays) / days)
  const fee = rounded(byDays(pool.rate), { JPY: 0 }[currency] ?? 2)
  const upper = String(size)
  const tiers = [
    { ...pool, upper, rate: textOf(fee) },
    { ...above, lower: upper },
  ]
  return { ...tariff, tiers }
}

const textOf = ({ n, d }: Fraction) => (Number(n) / Number(d)).toFixed(2)

function usageRevenue(world: PlainWorld, subscription: PlainSubscription, window: Window) {
  const digits = { JPY: 0 }[subscription.currency] ?? 2
  let [usage, fees, invoiced] = [NONE, NONE, NONE]
  for (const strategy of subscription.strategies) {
    if (strategy.chargeType !== 'usage') continue
    const events = world.events.filter(
      (event) =>
        event.customerId === subscription.customerId &&
        event.agentId === subscription.agentId &&
        event.signalId === strategy.signalId &&
        event.at >= subscription.start &&
        event.at < subscription.end,
    )
    for (const period of periods(subscription, window.end)) {
      const tariff = tariffOf(strategy, subscription, period)
      if (!tariff) continue
      const until = (time: number) =>
        price(
          tariff,
          total(
            events
              .filter(({ at }) => at >= period.start && at < time)
              .map(({ billable }) => billable),
          ),
        )
      const from = Math.max(window.start, period.start)
      const to = Math.min(window.end, period.end)
      if (from < to) usage = plus(usage, minus(until(to), until(from)))
      const isFirstDayIn = period.start >= window.start && period.start < window.end
      if (isFirstDayIn) fees = plus(fees, poolFee(tariff))
      // An invoice rounds the amount of a period at both ends of its line.
      for (const line of subscription.lines) {
        if (line.type !== 'usage' || line.strategyId !== strategy.id) continue
        if (!overlap(line, period)) continue
        const due = (time: number) =>
          time <= period.start ? NONE : plus(until(time), poolFee(tariff))
        const rounding = (time: number) => minus(rounded(due(time), digits), due(time))
        const ofLine = minus(rounding(line.end), rounding(line.start))
        const isEndIn = line.end > window.start && line.end <= window.end
        if (isEndIn) usage = plus(usage, ofLine)
        // The billed amount is split over days in proportion to what they earned. A pool's fee is
        // an exception: it was billed for the first day.
        const fee = line.start <= period.start ? poolFee(tariff) : NONE
        if (isFirstDayIn) invoiced = plus(invoiced, fee)
        const billed = minus(plus(line.amount, line.late), fee)
        const whole = plus(minus(until(line.end), until(line.start)), ofLine)
        const [first, last] = [Math.max(from, line.start), Math.min(to, line.end)]
        const used = first < last ? minus(until(last), until(first)) : NONE
        const earned = plus(used, isEndIn ? ofLine : NONE)
        if (whole.n !== 0n) invoiced = plus(invoiced, times(billed, share(earned, whole)))
        else if (isEndIn) invoiced = plus(invoiced, billed)
      }
    }
  }
  return { usage, fees, invoiced }
}

function feeRevenue(subscription: PlainSubscription, window: Window, type: string) {
  let [amount, invoiced] = [NONE, NONE]
  for (const strategy of subscription.strategies) {
    if (strategy.chargeType !== type) continue
    const lines = subscription.lines
      .filter((line) => line.strategyId === strategy.id)
      .map((line) => ({ ...line, days: daysIn(line, subscription.zone) }))
    const fixing = lines.filter(({ isGivenBack }) => !isGivenBack)
    const inArrears = lines.filter(({ isAdvance }) => !isAdvance)
    const inAdvance = lines.filter(({ isAdvance }) => isAdvance)
    for (const line of inAdvance) {
      const inWindow = {
        start: Math.max(line.start, window.start),
        end: Math.min(line.end, window.end),
      }
      if (line.days === 0 || inWindow.start >= inWindow.end) continue
      const fee = over(times(line.amount, whole(daysIn(inWindow, subscription.zone))), line.days)
      amount = plus(amount, fee)
      invoiced = plus(invoiced, fee)
    }
    // A change of plan ends the subscription within time that a final invoice has billed.
    for (const line of inArrears) {
      const inWindow = {
        start: Math.max(line.start, window.start, subscription.end),
        end: Math.min(line.end, window.end),
      }
      if (line.days === 0 || inWindow.start >= inWindow.end) continue
      const fee = over(times(line.amount, whole(daysIn(inWindow, subscription.zone))), line.days)
      amount = plus(amount, fee)
      invoiced = plus(invoiced, fee)
    }
    for (const period of periods(subscription, window.end)) {
      const fixed = fixing
        .filter((line) => overlap(line, period))
        .sort((a, b) => a.finalizedAt - b.finalizedAt)[0]
      const rate = fixed?.rate ?? parse(priceOn(strategy, subscription, period.from).rate ?? '')
      for (let day = period.from; ; day = day.add({ days: 1 })) {
        const begins = midnight(day, subscription.zone)
        if (begins >= period.end) break
        if (begins < period.start || begins < window.start || begins >= window.end) continue
        const count = type === 'seat_based' ? seatsOn(subscription, day) : 1
        const line = inArrears.find(({ start, end }) => begins >= start && begins < end)
        // Lines of fees in advance are added above: some lie after the end of the subscription.
        const billed = billedOn(begins, inAdvance)
        if (billed > 0 && type === 'recurring') continue
        // Time that an invoice covers without a line of the fee is billed by the draft that claims it.
        if (!line && subscription.invoiced.some((one) => covers(one, begins))) continue
        const fee = line
          ? over(line.amount, line.days)
          : over(times(rate, whole(Math.max(count - billed, 0))), period.days)
        amount = plus(amount, fee)
        if (line) invoiced = plus(invoiced, fee)
      }
    }
  }
  return { amount, invoiced }
}

/** Returns the seats of a day, by a walk over all changes. */
function seatsOn({ seats, seatChanges }: PlainSubscription, day: Temporal.PlainDate): number {
  let [count, since] = [seats, '']
  for (const change of seatChanges) {
    if (change.from > day.toString() || change.from < since) continue
    count = change.seats
    since = change.from
  }
  return count
}

/** Returns what lines of fees in advance billed of a day, less what they gave back: 1, or seats. */
function billedOn(begins: number, lines: readonly Line[]): number {
  let billed = 0
  for (const { start, end, count, isGivenBack } of lines) {
    if (begins < start || begins >= end) continue
    billed += isGivenBack ? -count : count
  }
  return billed
}

function daysIn({ start, end }: Window, zone: string): number {
  let day = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDate()
  let count = 0
  for (; midnight(day, zone) < end; day = day.add({ days: 1 })) {
    if (midnight(day, zone) >= start) count += 1
  }
  return count
}

function onetimeRevenue(subscription: PlainSubscription, window: Window) {
  const { start, end, strategies, lines, startDate, owesOnetime } = subscription
  if (!owesOnetime || start < window.start || start >= window.end || end <= start) {
    return { amount: NONE, invoiced: NONE }
  }
  const fees = strategies
    .filter(({ chargeType }) => chargeType === 'onetime')
    .map((strategy) => {
      const { id } = strategy
      const { rate } = priceOn(strategy, subscription, Temporal.PlainDate.from(startDate))
      const line = lines.find((one) => one.strategyId === id)
      const amount = line?.amount ?? parse(rate ?? '')
      return { amount, invoiced: line ? amount : NONE }
    })
  return {
    amount: total(fees.map(({ amount }) => amount)),
    invoiced: total(fees.map(({ invoiced }) => invoiced)),
  }
}

/** Returns what a subscription earned in a window. */
export function plainRevenue(
  world: PlainWorld,
  subscription: PlainSubscription,
  window: Window,
): PlainRevenue {
  const { usage, fees, invoiced } = usageRevenue(world, subscription, window)
  const recurring = feeRevenue(subscription, window, 'recurring')
  const seat = feeRevenue(subscription, window, 'seat_based')
  const onetime = onetimeRevenue(subscription, window)
  return {
    agentEarned: usage,
    recurring: plus(recurring.amount, fees),
    seat: seat.amount,
    onetime: onetime.amount,
    invoiced: total([invoiced, recurring.invoiced, seat.invoiced, onetime.invoiced]),
  }
}

export const covers = ({ start, end }: Window, at: number) => at >= start && at < end

export const isOwn = (one: PlainSubscription, { customerId, agentId, at }: PlainEvent) =>
  one.customerId === customerId && one.agentId === agentId && covers(one, at)

const TEXT = (column: string) => `trim_scale(${column})::text`

function tariffIn(row: {
  pricing_model: string | null
  rate: string
  package_size: string
  tiers: Tier[]
}): Tariff | null {
  const { pricing_model: pricingModel, rate, package_size: packageSize, tiers } = row
  return pricingModel === null ? null : { pricingModel, rate, packageSize, tiers }
}

/** Reads the rows of one organization that the figures are computed from. */
export async function readWorld(
  { pool }: TestDatabase,
  organizationId: string,
): Promise<PlainWorld> {
  const rows = async (text: string) => (await pool.query(text, [organizationId])).rows
  const strategies = await rows(
    `select id, plan_id, charge_type, pricing_model, signal_id, ${TEXT('rate')} as rate,
       ${TEXT('package_size')} as package_size, tiers
     from pricing_strategies where organization_id = $1 and deleted_at is null and is_active`,
  )
  const priceColumns = `strategy_id, effective_from::text, pricing_model, ${TEXT('rate')} as rate,
    ${TEXT('package_size')} as package_size, tiers`
  const dated = await rows(
    `select ${priceColumns}, audience from strategy_prices where organization_id = $1`,
  )
  const own = await rows(
    `select ${priceColumns}, subscription_id, is_plan_price from subscription_prices
     where organization_id = $1`,
  )
  const included = await rows(
    'select plan_id, signal_id from included_signals where organization_id = $1',
  )
  const lines = await rows(
    `select i.subscription_id, l.id, l.source_id, l.type, l.strategy_id, l.signal_id, l.period_start, l.period_end, l.pricing,
       i.finalized_at, l.is_advance, abs(l.quantity)::float as count, ${TEXT('l.amount')} as amount, ${TEXT('l.unit_price')} as rate
     from invoice_lines l join invoices i on i.customer_id = l.customer_id and i.id = l.invoice_id
     where l.organization_id = $1 and i.status not in ('draft', 'void')
       and (l.type in ('usage', 'late_usage', 'recurring', 'seat_based', 'onetime') or l.is_advance)`,
  )
  const invoices = await rows(
    `select subscription_id, period_start, period_end from invoices
     where organization_id = $1 and status not in ('draft', 'void') and not is_final_invoice`,
  )
  const subscriptions = await rows(
    `select s.id, s.customer_id, s.agent_id, s.plan_id, p.currency, s.start_date::text, s.starts_at,
       s.ends_at, s.seats_count, coalesce(s.cycle_from, s.start_date)::text as cycle_from,
       s.replaces_id, s.replaced_by_id, s.owes_onetime, coalesce(s.timezone, c.timezone) as zone
     from subscriptions s join pricing_plans p on p.id = s.plan_id
     join customers c on c.id = s.customer_id where s.organization_id = $1`,
  )
  const seats = await rows(
    `select customer_id, subscription_id, from_date::text, seats from subscription_seats
     where organization_id = $1`,
  )
  const events = await rows(
    `select customer_id, agent_id, signal_id, usage_date, ${TEXT('quantity')} as quantity,
       ${TEXT(plainBillable('usage_events'))} as billable, ${TEXT('usage_cost')} as cost
     from usage_events where organization_id = $1`,
  )
  return {
    events: events.map((row) => ({
      customerId: row.customer_id,
      agentId: row.agent_id,
      signalId: row.signal_id,
      at: row.usage_date.getTime(),
      billable: parse(row.billable),
      quantity: parse(row.quantity),
      cost: row.cost === null ? null : parse(row.cost),
    })),
    subscriptions: subscriptions.map((row) => ({
      id: row.id,
      customerId: row.customer_id,
      agentId: row.agent_id,
      planId: row.plan_id,
      currency: row.currency,
      zone: row.zone,
      startDate: row.start_date,
      cycleFrom: row.cycle_from,
      isSuccessor: row.replaces_id !== null,
      isReplaced: row.replaced_by_id !== null,
      owesOnetime: row.owes_onetime,
      start: row.starts_at.getTime(),
      end: row.ends_at?.getTime() ?? Number.POSITIVE_INFINITY,
      seats: row.seats_count,
      seatChanges: seats
        .filter((one) => one.subscription_id === row.id && one.customer_id === row.customer_id)
        .map((one) => ({ from: one.from_date, seats: one.seats })),
      strategies: strategies
        .filter(({ plan_id }) => plan_id === row.plan_id)
        .map((one) => ({
          id: one.id,
          chargeType: one.charge_type,
          signalId: one.signal_id,
          rate: one.rate,
          tariff: tariffIn(one),
          dated: dated
            .filter(({ strategy_id }) => strategy_id === one.id)
            .map((price) => ({
              from: price.effective_from,
              isForNew: price.audience === 'new',
              rate: price.rate,
              tariff: tariffIn(price),
            })),
          own: own
            .filter((price) => price.strategy_id === one.id && price.subscription_id === row.id)
            .map((price) => ({
              from: price.effective_from,
              isPlanPrice: price.is_plan_price,
              rate: price.rate,
              tariff: tariffIn(price),
            })),
        })),
      includedSignalIds: included
        .filter(({ plan_id }) => plan_id === row.plan_id)
        .map(({ signal_id }) => signal_id),
      invoiced: invoices
        .filter(({ subscription_id }) => subscription_id === row.id)
        .map((one) => ({ start: one.period_start.getTime(), end: one.period_end.getTime() })),
      lines: lines
        .filter((one) => one.subscription_id === row.id && one.type !== 'late_usage')
        .map((one) => ({
          type: one.type,
          strategyId: one.strategy_id,
          signalId: one.signal_id,
          start: one.period_start.getTime(),
          // After an end, a usage line has only what was used before it became final.
          end:
            one.type === 'usage' && row.ends_at !== null
              ? Math.max(
                  one.period_start.getTime(),
                  Math.min(
                    one.period_end.getTime(),
                    Math.max(one.finalized_at.getTime(), row.ends_at.getTime()),
                  ),
                )
              : one.period_end.getTime(),
          finalizedAt: one.finalized_at.getTime(),
          isAdvance: one.is_advance,
          isGivenBack: one.type === 'proration',
          count: one.count,
          amount: parse(one.amount),
          late: total(
            lines
              .filter(({ type, source_id }) => type === 'late_usage' && source_id === one.id)
              .map(({ amount }) => parse(amount)),
          ),
          rate: one.rate === null ? null : parse(one.rate),
          tariff: one.pricing,
        })),
    })),
  }
}
