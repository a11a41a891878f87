import { isPayable } from '../../../domain/invoice-status.ts'
import { ZERO } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { findDetails } from '../../invoices/details.ts'
import { amountDue } from '../../invoices/invoice.ts'
import { partiesOf } from '../../invoices/parties/parties.ts'
import { getShown, listShown, type OfCustomer } from '../../invoices/shown/read.ts'
import { SHOWN_STATUSES, type ShownInvoice } from '../../invoices/shown/shown.ts'
import { listPayments } from '../../payments/books/read.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import { invoiceBody, summaryBody } from './body.ts'
import type {
  PortalInvoice,
  PortalInvoiceList,
  PortalInvoiceQuery,
  PortalInvoiceSummary,
} from './schemas.ts'

export async function listInvoices(
  db: Db,
  customer: OfCustomer,
  query: PortalInvoiceQuery,
): Promise<PortalInvoiceList> {
  const page = pageOf(query)
  const statuses = query.status ?? SHOWN_STATUSES
  const { rows, total } = await listShown(db, customer, { ...page, statuses })
  return listAnswer(page, await summariesOf(db, rows), total)
}

export function summariesOf(
  db: Db,
  invoices: readonly ShownInvoice[],
): Promise<PortalInvoiceSummary[]> {
  return Promise.all(
    invoices.map(async (invoice) => {
      const { buyer } = await partiesOf(db, invoice)
      return summaryBody(invoice, buyer.timezone)
    }),
  )
}

export async function getInvoice(
  { db, payments: provider }: Pick<PaymentDeps, 'db' | 'payments'>,
  key: CustomerScopedId,
): Promise<PortalInvoice> {
  const invoice = await getShown(db, key)
  const [details, parties, payments] = await Promise.all([
    findDetails(db, invoice),
    partiesOf(db, invoice),
    listPayments(db, invoice),
  ])
  const isDue = isPayable(invoice.status) && amountDue(invoice).gt(ZERO)
  const isPending = payments.some(({ status }) => status === 'pending')
  const canPay = isDue && !isPending && provider !== null
  return invoiceBody(invoice, { details, parties, payments, canPay })
}
