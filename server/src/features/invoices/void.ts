import { canMove } from '../../domain/invoice-status.ts'
import { ZERO } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Moment } from '../organizations/business-clock.ts'
import { lockSubscription } from '../subscriptions/queries.ts'
import { moveInvoice } from './move.ts'
import { lockInvoice } from './queries.ts'
import { findOrRefuse, getInvoice, type InvoiceId, invoiceNotFound } from './read.ts'
import type { InvoiceBody } from './schemas.ts'
import { findSettlingInvoice } from './settled-queries.ts'

/**
 * Takes an invoice back: nothing is owed for it, and its period can be invoiced again. Refused once
 * money was taken for it, and while a later invoice settles something of it.
 */
export async function voidInvoice(db: Db, key: InvoiceId, moment: Moment): Promise<InvoiceBody> {
  return db.transaction().execute(async (tx) => {
    const found = await findOrRefuse(tx, key)
    // As generation does, before the invoice: no later invoice comes to settle it meanwhile.
    await lockSubscription(tx, { ...found, id: found.subscriptionId })
    const invoice = await lockInvoice(tx, found)
    if (!invoice) throw invoiceNotFound()
    const { invoiceNumber, status, amountPaid, amountRefunded } = invoice
    if (!canMove(status, 'void')) {
      throw new AppError('conflict', `Invoice ${invoiceNumber} is ${status}; it cannot be voided`)
    }
    if (amountPaid.minus(amountRefunded).gt(ZERO)) {
      const paid = `${amountPaid.minus(amountRefunded).toFixed()} ${invoice.currency}`
      throw new AppError('conflict', `${paid} was paid for ${invoiceNumber}; refund it first`)
    }
    const later = await findSettlingInvoice(tx, invoice)
    if (later !== undefined) {
      throw new AppError('conflict', `Invoice ${later} settles a part of it; void that one first`)
    }
    const values = { voided_at: moment.businessNow, collect_at: null, remind_at: null }
    await moveInvoice(tx, invoice, { to: 'void', values }, moment.now)
    return getInvoice(tx, key)
  })
}
