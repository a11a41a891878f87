import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { getShown } from '../../invoices/shown/read.ts'
import { hasPendingPayment } from '../../payments/books/read.ts'
import { chargeInvoice } from '../../payments/charges/collect.ts'
import { openCheckout } from '../../payments/checkout/open-checkout.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import { closeOtherPages } from '../../payments/notifications/close-other-pages.ts'
import { getParties } from '../parties.ts'
import type { PortalPay, PortalPaymentAnswer } from './schemas.ts'

/** Pays an invoice of the visiting customer; returns `paid` if it already is. */
export async function payInvoice(
  deps: PaymentDeps,
  key: CustomerScopedId,
  { method }: PortalPay,
): Promise<PortalPaymentAnswer> {
  const invoice = await getShown(deps.db, key)
  return method === 'saved' ? paySaved(deps, invoice) : openPage(deps, invoice)
}

const answer = (status: PortalPaymentAnswer['status']): PortalPaymentAnswer => ({
  status,
  url: null,
  reason: null,
})

async function paySaved(deps: PaymentDeps, invoice: Invoice): Promise<PortalPaymentAnswer> {
  await closeOtherPages(deps, invoice, 'saved')
  const moment = deps.clock.moment(invoice.organizationId)
  const { outcome, reasonForCustomer: reason } = await chargeInvoice(deps, invoice, moment)
  switch (outcome) {
    case 'paid':
    case 'pending':
      return answer(outcome)
    case 'failed':
      return { ...answer('declined'), reason }
    case 'no_method':
      throw new AppError('no_payment_method', 'No payment method is saved; pay by checkout')
    case 'not_due':
      return paidBefore(await getShown(deps.db, invoice))
  }
}

/**
 * Handles a double click or a second tab: returns `paid`, or throws if the invoice is not payable.
 */
function paidBefore(invoice: Invoice): PortalPaymentAnswer {
  if (invoice.status === 'paid') return answer('paid')
  throw notPayable(invoice)
}

async function openPage(deps: PaymentDeps, invoice: Invoice): Promise<PortalPaymentAnswer> {
  const { db, payments } = deps
  if (!payments) throw unavailable()
  if (await hasPendingPayment(db, invoice)) return answer('pending')
  await closeOtherPages(deps, invoice, 'portal')
  const { customerEmail } = await getParties(db, invoice)
  const asked = { invoice, customerEmail, openedFrom: 'portal' as const }
  const checkout = await openCheckout(deps, payments, asked)
  switch (checkout.kind) {
    case 'opened':
      return { ...answer('redirect'), url: checkout.url }
    case 'refused':
      throw unavailable()
    case 'outdated':
      return openPage(deps, invoice)
    case 'changed': {
      if (await hasPendingPayment(db, invoice)) return answer('pending')
      return paidBefore(await getShown(db, invoice))
    }
  }
}

const unavailable = () =>
  new AppError('conflict', 'This invoice cannot be paid online; contact its sender')

const notPayable = ({ invoiceNumber, status }: Invoice) =>
  new AppError('invoice_not_payable', `Invoice ${invoiceNumber} is ${status}; nothing is due on it`)
