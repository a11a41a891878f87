import { amountNumber } from '../../../domain/json-amount.ts'
import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import { dateAt } from '../../../domain/time/dates.ts'
import type { Db } from '../../../platform/database.ts'
import { readBillingContext } from '../../billing/context/billing-context.ts'
import { type DayOfUsage, usageByDay, usageLines } from '../../billing/period-usage.ts'
import { provisionalOf } from '../../billing/provisional.ts'
import { provisionalBody } from '../../billing/provisional-fields.ts'
import { tiersInWords } from '../../delivery/documents/tiers-in-words.ts'
import type { DraftLine } from '../../invoices/drafts/computed-invoice.ts'
import type { OfCustomer } from '../../invoices/shown/read.ts'
import { percentOf } from '../../usage-figures/figures.ts'
import type { PortalUsage, PortalUsageQuery } from './schemas.ts'
import { isRunning, windowOf } from './window.ts'

/** Returns a customer's usage: quantity and amount by signal, and quantities by day. */
export async function getUsage(
  db: Db,
  { organizationId, customerId, query }: OfCustomer & { query: PortalUsageQuery },
  businessNow: Date,
): Promise<PortalUsage> {
  const subscriptionId = query.subscriptionId.toLowerCase()
  return db.transaction().execute(async (tx) => {
    const billing = await readBillingContext(tx, { organizationId, customerId, subscriptionId })
    const { currency, subscription } = billing
    const about = { subscriptionId, currency, timeZone: subscription.timeZone }
    const window = windowOf(billing, query, businessNow)
    if (!window) return { ...about, period: null, isRunning: false, signals: [], days: [] }
    const [lines, days, provisional] = await Promise.all([
      usageLines(tx, billing, { window, at: businessNow }),
      usageByDay(tx, billing, window),
      provisionalOf(tx, billing, window),
    ])
    return {
      ...about,
      period: { start: dateAt(window.start).toISOString(), end: dateAt(window.end).toISOString() },
      isRunning: isRunning(window, businessNow),
      signals: bySignal(lines, currency),
      days: daysBody(days),
      ...provisionalBody(provisional),
    }
  })
}

/** Sums lines by signal: a window that overlaps several periods has one line for each. */
function bySignal(lines: readonly DraftLine[], currency: string) {
  const groups = Map.groupBy(lines, ({ signalId }) => signalId)
  return [...groups].flatMap(([signalId, own]) => {
    if (signalId === null) return []
    return [
      {
        signalId,
        signalName: own[0]?.signalName ?? '',
        agentName: own[0]?.agentName ?? '',
        quantity: amountNumber(sum(own.map(({ quantity }) => quantity))),
        amount: amountNumber(sum(own.map(({ amount }) => amount))),
        currency,
        priceInWords: own.length === 1 && own[0] ? tiersInWords(own[0], currency) : null,
      },
    ]
  })
}

/** Adds the share of each day in all days. */
function daysBody(days: readonly DayOfUsage[]): PortalUsage['days'] {
  const totals = days.map(({ bySignal: used }) => sum(used.map(({ quantity }) => quantity)))
  const all = sum(totals)
  return days.map(({ date, bySignal: used }, index) => {
    const total = totals[index] ?? ZERO
    return {
      date,
      bySignal: used.filter(({ quantity }) => !quantity.eq(ZERO)).map(quantityBody),
      totalQuantity: amountNumber(total),
      quantityPercent: percentOf(total, all),
    }
  })
}

const quantityBody = ({ signalId, quantity }: { signalId: string; quantity: Decimal }) => ({
  signalId,
  quantity: amountNumber(quantity),
})
