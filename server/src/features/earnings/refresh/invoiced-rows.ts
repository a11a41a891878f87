import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import type { InvoicedMonth } from './invoiced-months.ts'
import { askedMonths, type CustomerMonths } from './month-rows.ts'

const ofCustomers = (rows: readonly { customerId: string }[]) =>
  sql<SqlBool>`kept.customer_id = any(${arrayText(rows, ({ customerId }) => customerId)}::uuid[])`

type Row = Omit<InvoicedMonth, 'invoicedAt'> & { invoicedAt: Date }

/** The kept rows of the months of some customers. */
export async function listInvoicedMonths(
  tx: Tx,
  organizationId: string,
  months: readonly CustomerMonths[],
): Promise<InvoicedMonth[]> {
  const { rows } = await sql<Row>`
    select kept.customer_id, month::text as month, currency, invoiced_at, days::text as days,
      invoiced_until::text as until, invoiced::text as invoiced
    from ${askedMonths(months)}
    join customer_invoiced_months kept on kept.customer_id = asked.customer_id
      and kept.month >= asked.first_month and kept.month <= asked.last_month
    where kept.organization_id = ${organizationId} and ${ofCustomers(months)}`.execute(tx)
  return rows.map((row) => ({ ...row, invoicedAt: row.invoicedAt.getTime() }))
}

/** Replaces the months of some customers. Rows that do not change are left as they are. */
export async function replaceInvoicedMonths(
  tx: Tx,
  organizationId: string,
  { months, rows }: { months: readonly CustomerMonths[]; rows: readonly InvoicedMonth[] },
): Promise<void> {
  const gone = new Map(
    (await listInvoicedMonths(tx, organizationId, months)).map((row) => [textOf(row), row]),
  )
  const added = rows.filter((row) => !gone.delete(textOf(row)))
  if (gone.size > 0) await deleteRows(tx, organizationId, [...gone.values()])
  if (added.length > 0) await insertRows(tx, organizationId, added)
}

const textOf = ({
  customerId,
  month,
  currency,
  invoicedAt,
  days,
  until,
  invoiced,
}: InvoicedMonth) => [customerId, month, currency, invoicedAt, days, until, invoiced].join(' ')

const instants = (rows: readonly InvoicedMonth[]) =>
  sql`${arrayText(rows, ({ invoicedAt }) => new Date(invoicedAt).toISOString())}::timestamptz[]`

async function deleteRows(
  tx: Tx,
  organizationId: string,
  rows: readonly InvoicedMonth[],
): Promise<void> {
  await sql`
    delete from customer_invoiced_months kept
    using unnest(
      ${arrayText(rows, ({ customerId }) => customerId)}::uuid[],
      ${arrayText(rows, ({ month }) => month)}::date[],
      ${rows.map(({ currency }) => currency)}::text[], ${instants(rows)}
    ) as gone (customer_id, month, currency, invoiced_at)
    where kept.customer_id = gone.customer_id and kept.month = gone.month
      and kept.currency = gone.currency and kept.invoiced_at = gone.invoiced_at
      and kept.organization_id = ${organizationId} and ${ofCustomers(rows)}`.execute(tx)
}

async function insertRows(
  tx: Tx,
  organizationId: string,
  rows: readonly InvoicedMonth[],
): Promise<void> {
  await sql`
    insert into customer_invoiced_months (customer_id, month, currency, invoiced_at,
      organization_id, days, invoiced_until, invoiced)
    select customer_id, month, currency, invoiced_at, ${organizationId}::uuid, days::smallint[],
      invoiced_until::numeric[], invoiced
    from unnest(
      ${arrayText(rows, ({ customerId }) => customerId)}::uuid[],
      ${arrayText(rows, ({ month }) => month)}::date[],
      ${rows.map(({ currency }) => currency)}::text[], ${instants(rows)},
      ${rows.map(({ days }) => days)}::text[], ${rows.map(({ until }) => until)}::text[],
      ${arrayText(rows, ({ invoiced }) => invoiced)}::numeric[]
    ) as input (customer_id, month, currency, invoiced_at, days, invoiced_until, invoiced)`.execute(
    tx,
  )
}
