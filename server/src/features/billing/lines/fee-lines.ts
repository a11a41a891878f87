import { roundToMinorUnit } from '../../../domain/currency.ts'
import { dateAt, instantOf } from '../../../domain/dates.ts'
import { type Decimal, decimal, decimalFromInteger } from '../../../domain/money.ts'
import { countDays } from '../../../domain/period.ts'
import { prorateBetween } from '../../../domain/proration.ts'
import { contains } from '../../../domain/range.ts'
import type { DraftLine } from '../../invoices/computed-invoice.ts'
import type { FeeType, Strategy } from '../../pricing-plans/strategy.ts'
import { countedFrom, type Part } from '../facts/parts.ts'
import type { BilledFee } from '../facts/settled-queries.ts'
import { agentOf, isUsageStrategy, type LineContext, PLAIN_LINE } from './lines.ts'

type FeeStrategy = Strategy & { chargeType: FeeType }

export type FeeFacts = {
  parts: readonly Part[]
  seatsCount: number
  startsAt: Date
  /** The fees that final invoices have, the first one first. */
  billed: readonly BilledFee[]
}

/** The lines of a fee: one for each billing period that the invoice bills a part of. */
export function feeLines(context: LineContext, strategy: Strategy, facts: FeeFacts): DraftLine[] {
  if (isUsageStrategy(strategy)) return []
  const { parts, seatsCount, startsAt, billed } = facts
  const partLines = (count: number) =>
    parts.flatMap((part) => {
      const rate = fixedRate(billed, strategy.id, part) ?? strategy.rate
      return partLine(context, { strategy: { ...strategy, rate }, part, count })
    })
  switch (strategy.chargeType) {
    case 'recurring':
      return partLines(1)
    case 'seat_based':
      return partLines(seatsCount)
    case 'onetime':
      return contains(context.window, instantOf(startsAt)) ? [onetimeLine(context, strategy)] : []
  }
}

/** The rate of the first final invoice of the period; undefined when none is final yet. */
function fixedRate(
  billed: readonly BilledFee[],
  strategyId: string,
  { period }: Part,
): Decimal | undefined {
  const [start, end] = [dateAt(period.start), dateAt(period.end)]
  const first = billed.find(
    (fee) => fee.strategyId === strategyId && fee.periodStart < end && start < fee.periodEnd,
  )
  return first && decimal(first.rate)
}

function partLine(
  context: LineContext,
  { strategy, part, count }: { strategy: FeeStrategy; part: Part; count: number },
): DraftLine[] {
  const { currency, timeZone } = context
  const { period, start, end } = part
  const { daysFull } = period
  const daysBefore = countDays({ start: period.start, end: start }, timeZone)
  const daysCovered = countDays({ start, end }, timeZone)
  if (daysCovered === 0) return []
  const quantity = decimalFromInteger(count)
  const days = { daysBefore, daysCovered, daysFull }
  const amount = prorateBetween(strategy.rate.times(quantity), days, (price) =>
    roundToMinorUnit(price, currency),
  )
  const isWhole = daysBefore === 0 && daysCovered === daysFull
  return [
    {
      ...feeLine(context, strategy, { quantity, amount }),
      proration: isWhole ? null : days,
      periodStart: dateAt(start),
      periodEnd: dateAt(end),
      countedFrom: countedFrom(part),
    },
  ]
}

function onetimeLine(context: LineContext, strategy: FeeStrategy): DraftLine {
  const amount = roundToMinorUnit(strategy.rate, context.currency)
  return feeLine(context, strategy, { quantity: decimal('1'), amount })
}

function feeLine(
  context: LineContext,
  strategy: FeeStrategy,
  { quantity, amount }: { quantity: Decimal; amount: Decimal },
): DraftLine {
  return {
    ...PLAIN_LINE,
    ...agentOf(context),
    type: strategy.chargeType,
    description: strategy.name,
    strategyId: strategy.id,
    quantity,
    unitPrice: strategy.rate,
    amount,
    periodStart: dateAt(context.window.start),
    periodEnd: dateAt(context.window.end),
  }
}
