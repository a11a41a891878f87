import { decimal, isZero } from '../../../domain/money.ts'
import { toBody } from '../../pricing-plans/strategies/body.ts'
import type { Strategy } from '../../pricing-plans/strategies/strategy.ts'
import { figure } from '../../usage-figures/figures.ts'
import type { ComparedModelWork } from '../../usage-figures/models.ts'
import { marginBody } from '../customers/customer-body.ts'
import { restByCurrency, restOf } from '../rest.ts'
import { COST_CURRENCY, marginOf } from '../revenue/totals.ts'
import { unpricedBody } from '../unpriced.ts'
import type { BreakdownNames } from './names.ts'
import type { Compared, Place, PlaceSums } from './places.ts'
import type { MarginBreakdown, MarginFigures, MarginLine, MarginModel } from './schemas.ts'
import type { Sentence } from './sentences.ts'

/** Adds places up; `fallback` is the currency without revenue. */
export function figuresBody(all: readonly (Place & PlaceSums)[], fallback: string): MarginFigures {
  const own = all.filter((one) => one.eventCount !== 0 || isSome(one))
  const { amounts, body } = marginBody(own, fallback)
  return {
    ...body,
    eventCount: own.reduce((count, one) => count + one.eventCount, 0),
    unpriced: unpricedBody(own),
    byCurrency: amounts.map(({ currency, amount }) => ({ currency, revenue: figure(amount) })),
  }
}

const isSome = ({ amount, cost }: PlaceSums) => !isZero(amount) || !isZero(cost)

type Covered = {
  prices: readonly Strategy[]
  isIncluded: (planId: string, signalId: string) => boolean
  names: BreakdownNames
  /** The day whose prices of plans are shown. */
  today: string
}

export function lineBody(
  place: Compared,
  { prices, isIncluded, names, today }: Covered,
): MarginLine {
  const { line, planId, agentId, signalId, now, before } = place
  const price = prices.find(
    (one) =>
      one.chargeType === 'usage' &&
      signalId !== null &&
      one.planId === planId &&
      one.signalId === signalId,
  )
  const currency = place.currency || null
  return {
    line,
    planId,
    planName: planId && names.nameOfPlan(planId),
    agentId,
    agentName: agentId && names.nameOfAgent(agentId),
    signalId,
    signalName: signalId && names.nameOfSignal(signalId),
    coverage: coverageOf(place, {
      isPriced: price !== undefined,
      isIncluded: planId !== null && signalId !== null && isIncluded(planId, signalId),
    }),
    price: price ? toBody(price, today) : null,
    currency,
    quantity: figure(now.quantity),
    revenue: figure(now.amount),
    cost: figure(now.cost),
    ...marginOf(now.amount, currency ?? COST_CURRENCY, now.cost),
    eventCount: now.eventCount,
    uncostedEvents: now.uncostedEvents,
    unpriced: unpricedBody([now]),
    before: {
      revenue: figure(before.amount),
      cost: figure(before.cost),
      quantity: figure(before.quantity),
      eventCount: before.eventCount,
    },
    revenueChange: figure(now.amount.minus(before.amount)),
    costChange: figure(now.cost.minus(before.cost)),
  }
}

function coverageOf(
  { line, planId }: Place,
  { isPriced, isIncluded }: { isPriced: boolean; isIncluded: boolean },
): MarginLine['coverage'] {
  if (line !== 'signal') return 'fee'
  if (planId === null) return 'no_subscription'
  if (isPriced) return 'priced'
  return isIncluded ? 'included' : 'unpriced'
}

export function modelBody(
  { provider, model, agentId, signalId, cost, costBefore, ...work }: ComparedModelWork,
  names: BreakdownNames,
): MarginModel {
  return {
    provider,
    model,
    agentId,
    agentName: names.nameOfAgent(agentId),
    signalId,
    signalName: names.nameOfSignal(signalId),
    quantity: figure(decimal(work.units)),
    cost: figure(cost),
    eventCount: figure(decimal(work.eventCount)),
    uncostedEvents: figure(decimal(work.uncostedEvents)),
    costBefore: figure(costBefore),
    costChange: figure(cost.minus(costBefore)),
  }
}

export function sentenceBody({ parts, amount, ...sentence }: Sentence) {
  return {
    ...sentence,
    amount: figure(amount),
    parts: parts.map((part) => ({
      ...part,
      quantity: part.quantity && figure(part.quantity),
      amount: figure(part.amount),
    })),
  }
}

/** Returns the difference between the figures and each table. */
export function restsOf(
  current: MarginFigures,
  { lines, models }: Pick<MarginBreakdown, 'lines' | 'models'>,
): MarginBreakdown['rest'] {
  const earned = lines.flatMap(({ currency, revenue }) =>
    currency === null ? [] : [{ currency, revenue }],
  )
  return {
    lines: {
      ...restOf(['cost', 'eventCount', 'uncostedEvents'], current, lines),
      byCurrency: restByCurrency(['revenue'], current.byCurrency, earned),
    },
    models: models && restOf(['cost'], current, models),
  }
}
