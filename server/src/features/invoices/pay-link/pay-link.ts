import { type InvoiceStatus, isPayable } from '../../../domain/invoice-status.ts'
import type { Environment } from '../../../platform/program/environment.ts'
import { type LinkedRow, linkToken } from './link-token.ts'

export type PayLinkConfig = {
  publicUrl: string
  secret: string
  /** Undefined where it is not set up. */
  stripe: object | undefined
  environment: Environment
}

/**
 * Whether customers can pay online: by Stripe where it is set up, else, but for a live deployment,
 * on the test page, because what that takes is no money.
 */
export function takesPayments({
  stripe,
  environment,
}: Pick<PayLinkConfig, 'stripe' | 'environment'>) {
  return stripe !== undefined || environment === 'test'
}

/** Where the customer pays an invoice: stable for ever, so it may stand in an e-mail. */
export function paymentUrl(
  { publicUrl, secret }: Pick<PayLinkConfig, 'publicUrl' | 'secret'>,
  invoice: LinkedRow,
): string {
  return `${publicUrl}/pay/${linkToken(secret, 'pay', invoice)}`
}

type Shown = LinkedRow & { status: InvoiceStatus; amountDue: number }

/** An invoice as the API shows it, and where it can be paid: null where it cannot. */
export function withPayUrl<Body extends Shown>(
  config: PayLinkConfig,
  invoice: Body,
): Body & { payUrl: string | null } {
  const isOpen = isPayable(invoice.status) && invoice.amountDue > 0 && takesPayments(config)
  return { ...invoice, payUrl: isOpen ? paymentUrl(config, invoice) : null }
}
