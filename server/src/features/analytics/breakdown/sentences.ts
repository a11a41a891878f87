import { roundToMinorUnit } from '../../../domain/currency.ts'
import { type Decimal, decimal, sum, ZERO } from '../../../domain/money.ts'
import { formatMoney, formatQuantity } from '../../delivery/documents/format.ts'
import type { ComparedModelCost } from '../../usage-figures/models.ts'
import { COST_CURRENCY } from '../revenue/totals.ts'
import { changeParts } from './change-parts.ts'
import { addPlaces, type Compared, type Line, NO_SUMS } from './places.ts'

/** A sentence about the figures, with the amounts that it names. */
export type Sentence = {
  kind: 'unpriced' | 'cost' | 'revenue'
  text: string
  currency: string
  amount: Decimal
  parts: readonly SentencePart[]
}

export type SentencePart = {
  cause: 'unpriced' | 'units' | 'rate' | Exclude<Line, 'signal'>
  planId: string | null
  signalId: string | null
  model: string | null
  quantity: Decimal | null
  amount: Decimal
  text: string
}

export type Explained = {
  /** The number of days of the window. */
  days: number
  places: readonly Compared[]
  /** Undefined where models are not known or not needed. */
  models: readonly ComparedModelCost[] | undefined
  nameOfSignal: (id: string) => string
  nameOfPlan: (id: string) => string
}

/** A change or a cost is named from one unit of the currency and this share of the figure on. */
const AMOUNT_MIN = decimal('1')
const SHARE_MIN = decimal('0.05')
/** Causes are named from this share of the change on; the others are added up. */
const PART_MIN = decimal('0.1')
/** Parts are rounded, which is far less than this leaves. */
const LESS_ROUNDING = decimal('0.99')
const PARTS_MAX = 3

/**
 * Describes the unpriced work of a window, and the causes of a changed cost and earned amount. Omits amounts below one
 * unit of the currency or 5 % of the figure, changes from zero, and earned amounts in several currencies.
 */
export function sentencesOf(explained: Explained): Sentence[] {
  return [unpricedSentence(explained), costSentence(explained), revenueSentence(explained)].filter(
    (one) => one !== undefined,
  )
}

function unpricedSentence({ places, nameOfSignal, nameOfPlan }: Explained): Sentence | undefined {
  const total = places.map(({ now }) => now).reduce(addPlaces, NO_SUMS)
  const { unpricedCost: amount, cost } = total
  if (!isNotable(amount, cost)) return undefined
  const unpriced = places
    .filter(({ now }) => now.unpricedEventCount > 0)
    .toSorted((a, b) => b.now.unpricedCost.cmp(a.now.unpricedCost))
  const parts = unpriced.map(({ planId, signalId, now }): SentencePart => {
    const units = `${formatQuantity(now.unpricedQuantity)} ${nameOfSignal(signalId ?? '')}`
    const text =
      planId === null
        ? `${units} without a subscription`
        : `${units}, which ${nameOfPlan(planId)} does not price`
    const own = { planId, signalId, model: null, quantity: now.unpricedQuantity }
    return { cause: 'unpriced', ...own, amount: now.unpricedCost, text }
  })
  const [first] = parts
  if (!first) return undefined
  const cause = parts.length > 1 ? `, above all ${first.text}` : `: ${first.text}`
  const [part, whole] = [amount, cost].map((one) => formatMoney(one, COST_CURRENCY))
  return {
    kind: 'unpriced',
    text: `${part} of the cost of ${whole} is unpriced work${cause}.`,
    currency: COST_CURRENCY,
    amount,
    parts,
  }
}

/**
 * Returns the signals of which the sentence about the cost may name a cause: none if the change is not notable. No part of
 * a signal's change is larger than its cost in either window, or than its cost before for the units of the window.
 */
export function signalsExplained(places: readonly Compared[]): string[] {
  const [now, before] = costsOf(places)
  if (!isNotableChange(now, before)) return []
  const least = now.minus(before).abs().times(PART_MIN).times(LESS_ROUNDING)
  return [...Map.groupBy(places, ({ signalId }) => signalId)].flatMap(([signalId, own]) =>
    signalId !== null && highestCosts(own).some((cost) => cost.gte(least)) ? [signalId] : [],
  )
}

function highestCosts(places: readonly Compared[]): Decimal[] {
  const [now, before] = costsOf(places)
  const units = unitsIn(places)
  const forUnits = units.before.eq(ZERO) ? ZERO : before.times(units.now).div(units.before)
  return [now, before, forUnits]
}

function costSentence(explained: Explained): Sentence | undefined {
  const { places, models = [], days, nameOfSignal } = explained
  const [now, before] = costsOf(places)
  if (!isNotableChange(now, before)) return undefined
  const signals = Map.groupBy(places, ({ signalId }) => signalId ?? '')
  const modelsOf = Map.groupBy(models, ({ signalId }) => signalId)
  const cells = [...signals].flatMap(([signalId, own]) => {
    const ofSignal = modelsOf.get(signalId) ?? []
    const cells = ofSignal.map(({ model, cost: now, costBefore: before }) => {
      return { signalId, model, now, before }
    })
    const [costNow, costBefore] = costsOf(own)
    const ofNone = {
      signalId,
      model: null,
      now: costNow.minus(sum(cells.map((cell) => cell.now))),
      before: costBefore.minus(sum(cells.map((cell) => cell.before))),
    }
    return [...cells, ofNone]
  })
  const unitsOf = (signalId: string) => unitsIn(signals.get(signalId) ?? [])
  const largest = largestOf(changeParts(cells, unitsOf), now.minus(before))
  const parts = largest.map(({ cause, signalId, model, quantity, amount }) => {
    const name = nameOfSignal(signalId)
    const isNew = unitsOf(signalId).before.eq(ZERO)
    const ofRate =
      model === null ? (isNew ? name : `the cost of each ${name}`) : `${model} in ${name}`
    const text = cause === 'units' ? moreUnits(quantity ?? ZERO, name) : ofRate
    return { cause, planId: null, signalId, model, quantity, amount, text }
  })
  return changeSentence(
    { name: 'Cost', kind: 'cost', currency: COST_CURRENCY },
    { now, before, days, parts },
  )
}

function revenueSentence(explained: Explained): Sentence | undefined {
  const { places, days, nameOfSignal, nameOfPlan } = explained
  const earning = places.filter(({ now, before }) => ![now, before].every(isNothing))
  const [currency, ...more] = new Set(earning.map((one) => one.currency))
  if (currency === undefined || more.length > 0) return undefined
  const usage = earning.flatMap(({ signalId, now, before }) =>
    signalId === null ? [] : [{ signalId, model: null, now: now.amount, before: before.amount }],
  )
  const bySignal = Map.groupBy(earning, ({ signalId }) => signalId ?? '')
  const unitsOf = (signalId: string) => unitsIn(bySignal.get(signalId) ?? [])
  const ofUsage = changeParts(usage, unitsOf).map(({ cause, signalId, quantity, amount }) => {
    const name = nameOfSignal(signalId)
    const isNew = unitsOf(signalId).before.eq(ZERO)
    const text =
      cause === 'units'
        ? moreUnits(quantity ?? ZERO, name)
        : isNew
          ? name
          : `the price of each ${name}`
    return { cause, planId: null, signalId, model: null, quantity, amount, text }
  })
  const ofFees = earning.flatMap(({ line, planId, now, before }) => {
    if (line === 'signal') return []
    const text = `${FEES[line]} of ${nameOfPlan(planId ?? '')}`
    const own = { planId, signalId: null, model: null, quantity: null }
    return [{ cause: line, ...own, amount: now.amount.minus(before.amount), text }]
  })
  const [now, before] = [
    sum(places.map((one) => one.now.amount)),
    sum(places.map((one) => one.before.amount)),
  ]
  return changeSentence(
    { name: 'The earned amount', kind: 'revenue', currency },
    { now, before, days, parts: largestOf([...ofUsage, ...ofFees], now.minus(before)) },
  )
}

const FEES = {
  recurring: 'recurring fees',
  seat_based: 'seats',
  onetime: 'one-time fees',
} as const

const isNothing = ({ amount }: { amount: Decimal }) => amount.eq(ZERO)

type Change = { now: Decimal; before: Decimal; days: number; parts: readonly SentencePart[] }

/** Returns the causes that are named, the largest first. Causes of equal amounts are in the order of their models. */
function largestOf<Part extends Pick<SentencePart, 'amount' | 'model'>>(
  parts: readonly Part[],
  change: Decimal,
): Part[] {
  const least = change.abs().times(PART_MIN)
  return parts
    .filter(({ amount }) => amount.abs().gte(least))
    .toSorted((a, b) => b.amount.abs().cmp(a.amount.abs()) || byText(modelOf(a), modelOf(b)))
    .slice(0, PARTS_MAX)
}

const byText = (a: string, b: string) => Number(a > b) - Number(a < b)
const modelOf = ({ model }: Pick<SentencePart, 'model'>) => model ?? ''

function changeSentence(
  { name, kind, currency }: { name: string; kind: 'cost' | 'revenue'; currency: string },
  { now, before, days, parts }: Change,
): Sentence | undefined {
  if (!isNotableChange(now, before)) return undefined
  const amount = now.minus(before)
  const rounded = (value: Decimal) => roundToMinorUnit(value, currency)
  const left = rounded(amount).minus(sum(parts.map((one) => rounded(one.amount))))
  const named = parts.map((one) => `${one.text} ${signed(one.amount, currency)}`)
  const causes = left.eq(ZERO) ? named : [...named, `all others ${signed(left, currency)}`]
  const verb = amount.gt(ZERO) ? 'rose' : 'fell'
  const since = days === 1 ? 'the day before' : `the ${days} days before`
  const change = `${name} ${verb} ${formatMoney(amount.abs(), currency)} from ${since}`
  return { kind, text: `${change}: ${causes.join(', ')}.`, currency, amount, parts }
}

function isNotableChange(now: Decimal, before: Decimal): boolean {
  return !before.eq(ZERO) && isNotable(now.minus(before), before)
}

function isNotable(amount: Decimal, figure: Decimal): boolean {
  if (amount.abs().lt(AMOUNT_MIN) || figure.eq(ZERO)) return false
  return amount.abs().div(figure.abs()).gte(SHARE_MIN)
}

function moreUnits(quantity: Decimal, name: string): string {
  return `${formatQuantity(quantity.abs())} ${quantity.lt(ZERO) ? 'fewer' : 'more'} ${name}`
}

function signed(amount: Decimal, currency: string): string {
  const text = formatMoney(amount, currency)
  return amount.gt(ZERO) ? `+${text}` : text
}

const costsOf = (places: readonly Compared[]): [Decimal, Decimal] => [
  sum(places.map(({ now }) => now.cost)),
  sum(places.map(({ before }) => before.cost)),
]

function unitsIn(places: readonly Compared[]) {
  return {
    now: sum(places.map(({ now }) => now.quantity)),
    before: sum(places.map(({ before }) => before.quantity)),
  }
}
