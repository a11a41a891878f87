import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { lockInForce, updateWaiting } from './agreements.ts'
import { FAILURES_MAX, WAIT_MS } from './auto-top-up.ts'
import { stopAutoTopUps } from './stop.ts'

type Outcome = Pick<Invoice, 'topUpMethod' | 'organizationId' | 'customerId' | 'currency'>

/**
 * Counts a failed automatic top-up, in the transaction that voids its invoice: the next one waits for a
 * day, and the third failure in a row stops them. Other invoices are not counted.
 */
export async function noteFailure(tx: Tx, invoice: Outcome, moment: Moment): Promise<void> {
  if (invoice.topUpMethod !== 'auto') return
  const inForce = await lockInForce(tx, invoice, invoice.currency)
  if (!inForce) return
  const failureCount = inForce.failureCount + 1
  if (failureCount >= FAILURES_MAX) {
    const { organizationId, customerId, id } = inForce
    return stopAutoTopUps(tx, { organizationId, customerId, id }, 'failures', moment)
  }
  const waitsUntil = new Date(moment.businessNow.getTime() + WAIT_MS)
  await updateWaiting(tx, inForce, { failureCount, waitsUntil }, moment.now)
}

/** Forgets earlier failures, in the transaction that books the payment of an automatic top-up. */
export async function noteSuccess(tx: Tx, invoice: Outcome, { now }: Moment): Promise<void> {
  if (invoice.topUpMethod !== 'auto') return
  const inForce = await lockInForce(tx, invoice, invoice.currency)
  if (!inForce || inForce.failureCount === 0) return
  await updateWaiting(tx, inForce, { failureCount: 0, waitsUntil: null }, now)
}
