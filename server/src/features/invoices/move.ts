import assert from 'node:assert/strict'
import { canMove, type InvoiceStatus } from '../../domain/invoice-status.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Invoice } from './invoice.ts'
import { type MoveValues, updateStatus } from './move-queries.ts'
import { findCurrentParties } from './party-queries.ts'

/**
 * Moves an invoice that is held by `lockInvoice` from the status it has, or leaves the status and
 * changes the values alone. Whatever way it leaves `draft`, seller and buyer are copied onto it, as
 * they are printed from then on. A move that is not allowed is a bug of the caller, who says why in the
 * words of the request before; one that somebody else was faster with is a conflict.
 */
export async function moveInvoice(
  tx: Tx,
  invoice: Invoice,
  { to, values = {} }: { to: InvoiceStatus; values?: MoveValues },
  now: Date,
): Promise<void> {
  const from = invoice.status
  assert(from === to || canMove(from, to), `an invoice cannot move from ${from} to ${to}`)
  const copies = from === 'draft' && to !== 'draft' ? await copiesOf(tx, invoice) : {}
  const change = { from, to, values: { ...values, ...copies } }
  const isMoved = await updateStatus(tx, invoice, change, now)
  if (!isMoved) {
    throw new AppError(
      'changed_meanwhile',
      `Invoice ${invoice.invoiceNumber} was changed meanwhile; retry`,
    )
  }
}

async function copiesOf(tx: Tx, invoice: Invoice) {
  const { seller, buyer } = await findCurrentParties(tx, invoice)
  return { seller: JSON.stringify(seller), buyer: JSON.stringify(buyer) }
}
