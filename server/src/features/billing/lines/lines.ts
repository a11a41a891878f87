import { decimal } from '../../../domain/money.ts'
import { dateAt } from '../../../domain/time/dates.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { DraftLine } from '../../invoices/drafts/computed-invoice.ts'

/** Values that all lines of one invoice share. */
export type LineContext = {
  currency: string
  timeZone: string
  agent: { id: string; name: string }
  window: Range
  /**
   * Billing period of lines without a part of their own: the last period that the invoice bills.
   */
  lastPeriodStart: Date
}

export const PLAIN_LINE = {
  strategyId: null,
  pricingModel: null,
  signalId: null,
  signalName: null,
  unitPrice: null,
  proration: null,
  tiers: [],
  billed: null,
  cost: null,
  eventCount: 0,
  pricing: null,
  sourceId: null,
  countedFrom: null,
  isAdvance: false,
} as const

export function agentOf({ agent }: LineContext) {
  return { agentId: agent.id, agentName: agent.name }
}

/** Builds a line for an amount agreed outside the plan. */
export function amountLine(
  context: LineContext,
  line: Pick<DraftLine, 'type' | 'description' | 'amount' | 'sourceId'>,
): DraftLine {
  return {
    ...PLAIN_LINE,
    ...agentOf(context),
    ...line,
    billingPeriodStart: context.lastPeriodStart,
    quantity: decimal('1'),
    unitPrice: line.amount,
    periodStart: dateAt(context.window.start),
    periodEnd: dateAt(context.window.end),
  }
}
