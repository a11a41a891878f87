import { type InvoiceStatus, isPayable } from '../../../domain/invoice-status.ts'
import type { Environment } from '../../../platform/program/environment.ts'
import { type LinkedRow, linkToken } from './link-token.ts'

export type PayLinkConfig = {
  publicUrl: string
  secret: string
  /** Undefined if Stripe is not configured. */
  stripe: object | undefined
  environment: Environment
}

/**
 * Returns true if customers can pay online: by Stripe, or on the test page of a test environment.
 * The test page takes no money, so a live deployment without Stripe takes no payments.
 */
export function takesPayments({
  stripe,
  environment,
}: Pick<PayLinkConfig, 'stripe' | 'environment'>) {
  return stripe !== undefined || environment === 'test'
}

/**
 * Returns the URL where the customer pays an invoice. It never changes, so emails may contain it.
 */
export function paymentUrl(
  { publicUrl, secret }: Pick<PayLinkConfig, 'publicUrl' | 'secret'>,
  invoice: LinkedRow,
): string {
  return `${publicUrl}/pay/${linkToken(secret, 'pay', invoice)}`
}

type Shown = LinkedRow & { status: InvoiceStatus; amountDue: number }

/** Adds the payment URL to an invoice of the API; null if it cannot be paid. */
export function withPayUrl<Body extends Shown>(
  config: PayLinkConfig,
  invoice: Body,
): Body & { payUrl: string | null } {
  const isOpen = isPayable(invoice.status) && invoice.amountDue > 0 && takesPayments(config)
  return { ...invoice, payUrl: isOpen ? paymentUrl(config, invoice) : null }
}
