import { decimalFromInteger, ZERO } from '../../../domain/money.ts'
import { daysToGiveBack } from '../../../domain/prices/advance.ts'
import { dateAt, instantOf } from '../../../domain/time/dates.ts'
import { isBefore } from '../../../domain/time/range.ts'
import type { DraftLine } from '../../invoices/drafts/computed-invoice.ts'
import type { InvoiceFacts } from '../facts/facts.ts'
import { agentOf, type LineContext, PLAIN_LINE } from './lines.ts'

/**
 * Builds the lines that give back the days after the end of the subscription that were billed in
 * advance. They are on the invoice of its last time, or on a later one that settles. Each has the
 * billing period, and therefore the discounts, of the line that it gives back.
 */
export function givenBackLines(
  context: LineContext,
  { billing, window, isAdvanceOnly, claims, usage }: InvoiceFacts,
): DraftLine[] {
  const { endsAt: end, keepAdvance, timeZone } = billing.subscription
  if (end === null || keepAdvance || isAdvanceOnly || claims.length === 0) return []
  const endsAt = instantOf(end)
  if (isBefore(window.end, endsAt)) return []
  const { invoiced } = usage
  const given = daysToGiveBack({ claims, endsAt, invoiced, timeZone })
  return given.map(({ claim, range, days }): DraftLine => {
    return {
      ...PLAIN_LINE,
      ...agentOf(context),
      type: 'proration',
      description: `${claim.description}: days after the end`,
      strategyId: claim.strategyId,
      quantity: decimalFromInteger(claim.count).neg(),
      unitPrice: claim.rate,
      proration: { ...days, seatDaysBefore: null },
      // `settleFees` computes it from all lines of the period.
      amount: ZERO,
      isAdvance: true,
      periodStart: dateAt(range.start),
      periodEnd: dateAt(range.end),
      sourceId: claim.lineId,
      billingPeriodStart: claim.billingPeriodStart,
    }
  })
}
