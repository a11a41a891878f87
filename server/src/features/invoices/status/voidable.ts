import { canMove } from '../../../domain/invoice-status.ts'
import { ZERO } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Standing } from '../invoice.ts'
import { findSettlingInvoice } from './voidable-queries.ts'

/**
 * Returns the reason why an invoice cannot be voided, with a remedy; undefined if it can. If
 * another invoice must be voided first, the text includes that one's problem.
 */
export async function voidProblem(tx: Tx, invoice: Standing): Promise<string | undefined> {
  const { invoiceNumber, status, currency } = invoice
  if (!canMove(status, 'void')) return `Invoice ${invoiceNumber} is ${status}; it cannot be voided`
  const paid = invoice.amountPaid.minus(invoice.amountRefunded)
  if (paid.gt(ZERO)) {
    return `${paid.toFixed()} ${currency} was paid for ${invoiceNumber}; refund it first`
  }
  const later = await findSettlingInvoice(tx, invoice)
  if (!later) return undefined
  const settles = `Invoice ${later.invoiceNumber} settles a part of ${invoiceNumber}`
  const problem = await voidProblem(tx, later)
  return problem === undefined ? `${settles}; void that one first` : `${settles}. ${problem}`
}
