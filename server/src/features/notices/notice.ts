import type { Decimal } from '../../domain/money.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'

/** A payment that was recorded by hand, a refund, an issued invoice that was voided. */
export type NoticeKind = 'payment' | 'refund' | 'void'

/** What a customer is to be told about an invoice. */
export type Notice = {
  kind: NoticeKind
  invoice: CustomerScopedId
  /** The payment, the refund, or the invoice itself. */
  subjectId: string
  /** Null for an invoice that was voided. */
  amount: Decimal | null
}
