import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { addToInvoicedDays } from './invoiced-days.ts'
import type { InvoicedMonth } from './invoiced-months.ts'
import { askedMonths, type CustomerMonths } from './month-rows.ts'

const ofCustomers = (rows: readonly { customerId: string }[]) =>
  sql<SqlBool>`kept.customer_id = any(${arrayText(rows, ({ customerId }) => customerId)}::uuid[])`

/** The kept rows of the months of some customers. */
export async function listInvoicedMonths(
  tx: Tx,
  organizationId: string,
  months: readonly CustomerMonths[],
): Promise<InvoicedMonth[]> {
  const { rows } = await sql<InvoicedMonth>`
    select kept.customer_id, month::text as month, currency, invoiced_on::text as invoiced_on,
      days::text as days, invoiced_until::text as until
    from ${askedMonths(months)}
    join customer_invoiced_months kept on kept.customer_id = asked.customer_id
      and kept.month >= asked.first_month and kept.month <= asked.last_month
    where kept.organization_id = ${organizationId} and ${ofCustomers(months)}`.execute(tx)
  return rows
}

/** Replaces the months of some customers, and changes the sums of the organization by the differences. */
export async function replaceInvoicedMonths(
  tx: Tx,
  organizationId: string,
  { months, rows }: { months: readonly CustomerMonths[]; rows: readonly InvoicedMonth[] },
): Promise<void> {
  const before = await listInvoicedMonths(tx, organizationId, months)
  const known = new Map(before.map((row) => [textOf(row), row]))
  const added = rows.filter((row) => !known.delete(textOf(row)))
  const gone = [...known.values()]
  await deleteRows(tx, organizationId, gone)
  await insertRows(tx, organizationId, added)
  await addToInvoicedDays(tx, organizationId, { gone, added })
}

const textOf = ({ customerId, month, currency, invoicedOn, days, until }: InvoicedMonth) =>
  [customerId, month, currency, invoicedOn, days, until].join(' ')

async function deleteRows(
  tx: Tx,
  organizationId: string,
  rows: readonly InvoicedMonth[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    delete from customer_invoiced_months kept
    using unnest(
      ${arrayText(rows, ({ customerId }) => customerId)}::uuid[],
      ${arrayText(rows, ({ month }) => month)}::date[],
      ${rows.map(({ currency }) => currency)}::text[],
      ${arrayText(rows, ({ invoicedOn }) => invoicedOn)}::date[]
    ) as gone (customer_id, month, currency, invoiced_on)
    where kept.customer_id = gone.customer_id and kept.month = gone.month
      and kept.currency = gone.currency and kept.invoiced_on = gone.invoiced_on
      and kept.organization_id = ${organizationId} and ${ofCustomers(rows)}`.execute(tx)
}

async function insertRows(
  tx: Tx,
  organizationId: string,
  rows: readonly InvoicedMonth[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into customer_invoiced_months (customer_id, month, currency, invoiced_on,
      organization_id, days, invoiced_until)
    select customer_id, month, currency, invoiced_on, ${organizationId}::uuid, days::smallint[],
      invoiced_until::numeric[]
    from unnest(
      ${arrayText(rows, ({ customerId }) => customerId)}::uuid[],
      ${arrayText(rows, ({ month }) => month)}::date[],
      ${rows.map(({ currency }) => currency)}::text[],
      ${arrayText(rows, ({ invoicedOn }) => invoicedOn)}::date[],
      ${rows.map(({ days }) => days)}::text[], ${rows.map(({ until }) => until)}::text[]
    ) as input (customer_id, month, currency, invoiced_on, days, invoiced_until)`.execute(tx)
}
