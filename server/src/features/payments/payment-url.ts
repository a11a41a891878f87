import type { Config } from '../../platform/config.ts'
import type { Invoice } from '../invoices/invoice.ts'

/**
 * Whether customers can pay online: by Stripe where it is set up, else, but for a live deployment,
 * on the test page, because what that takes is no money.
 */
export function takesPayments({ stripe, environment }: Pick<Config, 'stripe' | 'environment'>) {
  return stripe !== undefined || environment === 'test'
}

/** Where the customer pays an invoice: stable for ever, so it may stand in an e-mail. */
export function paymentUrl(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { paymentToken }: Pick<Invoice, 'paymentToken'>,
): string {
  return `${publicUrl}/pay/${encodeURIComponent(paymentToken)}`
}
