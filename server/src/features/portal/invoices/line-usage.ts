import { amountNumber } from '../../../domain/json-amount.ts'
import { sum } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { readBillingContext } from '../../billing/context/billing-context.ts'
import { lineUsageByDay } from '../../billing/period-usage.ts'
import { findDetails } from '../../invoices/details.ts'
import { isOfSubscription } from '../../invoices/invoice.ts'
import { partiesOf } from '../../invoices/parties/parties.ts'
import { getShown } from '../../invoices/shown/read.ts'
import { percentOf } from '../../usage-figures/figures.ts'
import type { PortalLineUsage } from './schemas.ts'

/** Returns the units by day behind a usage line. Throws `not_found` for any other line. */
export function getLineUsage(
  db: Db,
  key: CustomerScopedId,
  lineId: string,
): Promise<PortalLineUsage> {
  return db.transaction().execute((tx) => readLineUsage(tx, key, lineId))
}

async function readLineUsage(
  tx: Tx,
  key: CustomerScopedId,
  lineId: string,
): Promise<PortalLineUsage> {
  const invoice = await getShown(tx, key)
  const { lines } = await findDetails(tx, invoice)
  const line = lines.find(({ id }) => id === lineId)
  if (!isOfSubscription(invoice) || !line || line.signalId === null) return notFound('Usage line')
  const { organizationId, customerId, subscriptionId, finalizedAt } = invoice
  const [billing, { buyer }] = await Promise.all([
    readBillingContext(tx, { organizationId, customerId, subscriptionId }),
    partiesOf(tx, invoice),
  ])
  const { signalId, periodStart, periodEnd, quantity } = line
  const days = await lineUsageByDay(tx, billing, {
    signalId,
    window: { start: instantOf(periodStart), end: instantOf(periodEnd) },
    billedBy: finalizedAt === null ? undefined : { invoiceId: invoice.id, finalizedAt },
    timeZone: buyer.timezone,
  })
  const total = sum(days.map((day) => day.quantity))
  return {
    lineId,
    timeZone: buyer.timezone,
    quantity: amountNumber(quantity),
    otherQuantity: amountNumber(total.minus(quantity)),
    days: days.map((day) => ({
      date: day.date,
      quantity: amountNumber(day.quantity),
      quantityPercent: percentOf(day.quantity, total),
    })),
  }
}
