import type { Config } from '../../platform/config.ts'
import type { Invoice } from '../invoices/invoice.ts'

/** Where the customer pays an invoice: stable for ever, so it may stand in an e-mail. */
export function paymentUrl(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { paymentToken }: Pick<Invoice, 'paymentToken'>,
): string {
  return `${publicUrl}/pay/${encodeURIComponent(paymentToken)}`
}
