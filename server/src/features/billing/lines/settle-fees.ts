import { decimalFromInteger, ZERO } from '../../../domain/money.ts'
import { amountAfter, type BilledOfPeriod } from '../../../domain/prices/advance.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import { countDays } from '../../../domain/time/period.ts'
import type { DraftLine } from '../../invoices/drafts/computed-invoice.ts'
import type { InvoiceFacts } from '../facts/facts.ts'
import type { LineContext } from './lines.ts'

/**
 * Returns the lines with the amounts of fees in periods that final lines billed in advance: added
 * seats, days given back, and days billed again. Each is what the period comes to with its days,
 * less what the period's lines billed before. So their sum is the rounded fee of the billed days.
 */
export function settleFees(
  { currency, timeZone }: LineContext,
  facts: InvoiceFacts,
  lines: readonly DraftLine[],
): DraftLine[] {
  const billed = billedInAdvance(facts, timeZone)
  if (billed.size === 0) return [...lines]
  return lines.map((line) => {
    const { strategyId, unitPrice: rate, quantity, periodStart, periodEnd } = line
    const key = keyOf(line)
    const before = isFee(line) ? billed.get(key) : undefined
    if (strategyId === null || rate === null || !before) return line
    const range = { start: instantOf(periodStart), end: instantOf(periodEnd) }
    const whole = countDays(range, timeZone)
    const { daysBefore, daysCovered, daysFull } = line.proration ?? {
      daysBefore: 0,
      daysCovered: whole,
      daysFull: whole,
    }
    const unitDays = Number(quantity.toFixed()) * daysCovered
    const amount = amountAfter(before, { rate, unitDays, daysFull }, currency)
    billed.set(key, {
      unitDays: before.unitDays + unitDays,
      amount: before.amount.plus(amount),
    })
    return {
      ...line,
      proration: { daysBefore, daysCovered, daysFull, seatDaysBefore: null },
      billed: { quantity: decimalFromInteger(before.unitDays), amount: before.amount },
      amount,
    }
  })
}

const isFee = ({ type, isAdvance }: DraftLine) =>
  type === 'recurring' || type === 'seat_based' || (type === 'proration' && isAdvance)

const keyOf = (line: { strategyId: string | null; billingPeriodStart: Date }) =>
  `${line.strategyId} ${line.billingPeriodStart.getTime()}`

/** Returns what final lines billed of each fee and period that one of them billed in advance. */
function billedInAdvance(
  { claims, billedFees }: Pick<InvoiceFacts, 'claims' | 'billedFees'>,
  timeZone: string,
): Map<string, BilledOfPeriod> {
  const billed = new Map<string, BilledOfPeriod>()
  const add = (key: string, unitDays: number, amount: BilledOfPeriod['amount']) => {
    const before = billed.get(key) ?? { unitDays: 0, amount: ZERO }
    billed.set(key, {
      unitDays: before.unitDays + unitDays,
      amount: before.amount.plus(amount),
    })
  }
  const final = claims.filter(({ isFinal }) => isFinal)
  for (const { kind, count, days, amount, ...claim } of final) {
    add(keyOf(claim), (kind === 'given_back' ? -count : count) * days.daysCovered, amount)
  }
  const known = new Set(final.map(({ lineId }) => lineId))
  for (const fee of billedFees) {
    if (known.has(fee.lineId) || !billed.has(keyOf(fee))) continue
    const range = { start: instantOf(fee.periodStart), end: instantOf(fee.periodEnd) }
    const days = fee.daysCovered ?? countDays(range, timeZone)
    add(keyOf(fee), Number(fee.quantity.toFixed()) * days, fee.amount)
  }
  return billed
}
