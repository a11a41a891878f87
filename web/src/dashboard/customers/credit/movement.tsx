import type { CreditMovement } from '../../../api/api-types.ts'
import { movementInWords } from '../../../ui/billing/credit-words.ts'
import { InvoiceLink } from '../../links/invoice-link.tsx'

/** Why credit changed, with a link to its invoice: "Used by INV-7". */
export function Movement({ movement }: { movement: CreditMovement }) {
  const { type, invoiceId, invoiceNumber, reference } = movement
  const words = movementInWords(type)
  if (invoiceId !== null && invoiceNumber !== null) {
    return (
      <>
        {words} <InvoiceLink invoice={{ id: invoiceId, invoiceNumber }} />
      </>
    )
  }
  return reference === null ? words : `${words} (${reference})`
}
