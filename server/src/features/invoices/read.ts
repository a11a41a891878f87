import type { FoundBy } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { findDetails } from './details.ts'
import type { Invoice } from './invoice.ts'
import type { Invoice as InvoiceBody } from './invoice-fields.ts'
import { findInvoice } from './ledger.ts'
import { partiesOf } from './parties/parties.ts'
import { findExternalId, listInvoicePayments } from './read-queries.ts'
import { invoiceBody } from './view.ts'

export async function findOrRefuse(db: Db, key: FoundBy): Promise<Invoice> {
  return (await findInvoice(db, key)) ?? notFound('Invoice')
}

/** Loads an invoice with its lines and payments. Throws `not_found` if there is none. */
export async function getInvoice(db: Db, key: FoundBy): Promise<InvoiceBody> {
  return (await findInvoiceBody(db, key)) ?? notFound('Invoice')
}

/** Like `getInvoice`; undefined if there is none. */
export async function findInvoiceBody(db: Db, key: FoundBy): Promise<InvoiceBody | undefined> {
  const invoice = await findInvoice(db, key)
  if (!invoice) return undefined
  const [details, parties, customerExternalId, payments] = await Promise.all([
    findDetails(db, invoice),
    partiesOf(db, invoice),
    findExternalId(db, invoice),
    listInvoicePayments(db, invoice),
  ])
  return invoiceBody(invoice, { details, parties, customerExternalId, payments })
}
