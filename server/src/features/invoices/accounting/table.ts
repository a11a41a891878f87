import { amountNumber } from '../../../domain/json-amount.ts'
import { toExactText } from '../../../domain/money.ts'
import { localDate } from '../../../domain/time/dates.ts'
import type { Db } from '../../../platform/database.ts'
import { type CsvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { mapPages, pagesAfter } from '../../../platform/http/csv/pages.ts'
import { pick } from '../../../platform/pick.ts'
import { amountDue, type Invoice, netTotalOf } from '../invoice.ts'
import { type InvoiceFilter, type ListedInvoice, listInvoicesAfter } from '../list-queries.ts'
import { partiesOf } from '../parties/parties.ts'
import { listRates, listTaxAmounts, type Rate, type TaxAmounts } from './queries.ts'
import { AccountingRow } from './schemas.ts'

export const ACCOUNTING_TABLE = csvTable('accounting', AccountingRow)

const AT_ONCE = 500
/** The columns of rates come before this one. */
const AFTER_RATES = 'creditTotal'

/** Exports the matching invoices for accounting, with two columns for each tax rate. */
export async function exportForAccounting(db: Db, filter: InvoiceFilter): Promise<CsvFile> {
  const names = (await listRates(db, filter)).map(nameOf)
  const pages = pagesAfter(
    (last?: ListedInvoice) =>
      listInvoicesAfter(db, filter, { id: last?.invoice.id, limit: AT_ONCE }),
    AT_ONCE,
  )
  return {
    table: { name: ACCOUNTING_TABLE.name, columns: columnsWith(names) },
    pages: mapPages(pages, (page) => rowsOf(db, page, names)),
  }
}

function columnsWith(names: readonly string[]) {
  const rates = names.flatMap((name) =>
    ['taxable', 'tax'].map((part) => ({ heading: `${part} ${name}`, path: [part, name] })),
  )
  const { columns } = ACCOUNTING_TABLE
  const at = columns.findIndex(({ heading }) => heading === AFTER_RATES)
  return columns.toSpliced(at, 0, ...rates)
}

const nameOf = ({ name, percentage }: Rate) => `${name} ${toExactText(percentage)}%`

async function rowsOf(
  db: Db,
  listed: readonly ListedInvoice[],
  names: readonly string[],
): Promise<AccountingRow[]> {
  const taxes = await listTaxAmounts(
    db,
    listed.map(({ invoice }) => invoice),
  )
  const parties = await Promise.all(listed.map(({ invoice }) => partiesOf(db, invoice)))
  return listed.map(({ invoice, customer }, index) => {
    const buyer = parties[index]?.buyer
    return {
      ...daysOf(invoice, customer.timezone),
      ...amountsOf(invoice),
      ...ratesOf(taxes[index] ?? [], names),
      ...pick(invoice, ['invoiceNumber', 'status', 'kind', 'currency', 'customerId']),
      invoiceId: invoice.id,
      timezone: customer.timezone,
      customerName: customer.name,
      customerExternalId: customer.externalId,
      customerTaxId: buyer?.taxId ?? null,
      customerCountry: buyer?.country ?? null,
    }
  })
}

const INSTANT_MS = 1

function daysOf(invoice: Invoice, timeZone: string) {
  const { issuedAt, dueDate, periodStart, periodEnd, paidAt, voidedAt, refundedAt } = invoice
  const day = (at: Date) => localDate(at, timeZone)
  const dayOrNone = (at: Date | null) => (at === null ? null : day(at))
  return {
    issueDate: dayOrNone(issuedAt),
    dueDate: issuedAt === null ? null : day(dueDate),
    periodStart: day(periodStart),
    periodEnd: day(new Date(periodEnd.getTime() - INSTANT_MS)),
    paidDate: dayOrNone(paidAt),
    voidedDate: dayOrNone(voidedAt),
    refundedDate: dayOrNone(refundedAt),
  }
}

function amountsOf(invoice: Invoice) {
  const { subtotal, discountTotal, promotionTotal, taxTotal, creditTotal, total } = invoice
  return {
    subtotal: amountNumber(subtotal),
    discountTotal: amountNumber(discountTotal),
    promotionTotal: amountNumber(promotionTotal),
    netTotal: amountNumber(netTotalOf(invoice)),
    taxTotal: amountNumber(taxTotal),
    creditTotal: amountNumber(creditTotal),
    total: amountNumber(total),
    amountPaid: amountNumber(invoice.amountPaid),
    amountRefunded: amountNumber(invoice.amountRefunded),
    amountDue: amountNumber(amountDue(invoice)),
  }
}

/** Throws if a rate is new since the columns were made: its tax would be missing. */
function ratesOf(taxes: readonly TaxAmounts[], names: readonly string[]) {
  const missing = taxes.find((tax) => !names.includes(nameOf(tax)))
  if (missing) throw new Error(`the rate ${nameOf(missing)} was added during the export`)
  const by = (part: 'amount' | 'taxableAmount') =>
    Object.fromEntries(taxes.map((tax) => [nameOf(tax), amountNumber(tax[part])]))
  return { tax: by('amount'), taxable: by('taxableAmount') }
}
