import { type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { listPage, type Slice } from '../../../platform/list.ts'
import { selectInvoices } from '../ledger.ts'
import { SHOWN_STATUSES, type ShownInvoice, type ShownStatus } from './shown.ts'

export type OfCustomer = { organizationId: string; customerId: string }

/**
 * The condition of `isShown` in SQL, for lists: a top-up is listed with the credit until it is paid, and
 * after it became void.
 */
const areShown = (statuses: readonly ShownStatus[]) =>
  sql<SqlBool>`status = any(${statuses}::text[]) and (status <> 'void' or issued_at is not null)
    and (kind <> 'top_up' or status in ('paid', 'refunded'))`

/** Issue date of an invoice. */
const ISSUED = sql`coalesce(issued_at, generated_at)`

/** Amount due of an open invoice. */
const AMOUNT_DUE = sql`(total - amount_paid + amount_refunded)`
const isDue = sql<SqlBool>`status in ('issued', 'overdue') and kind <> 'top_up' and ${AMOUNT_DUE} > 0`

/** Lists a page of the customer's visible invoices, latest issue date first. */
export async function listShown(
  db: Db,
  { organizationId, customerId }: OfCustomer,
  { statuses, ...page }: Slice & { statuses: readonly ShownStatus[] },
): Promise<{ rows: ShownInvoice[]; total: number }> {
  const invoices = selectInvoices(db)
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where(areShown(statuses))
    .$castTo<ShownInvoice>()
  return listPage(invoices, { ...page, orderBy: ISSUED, sortOrder: 'desc' })
}

/** Returns which of the invoices, by id, the customer may see. */
export async function listShownAmong(
  db: Db,
  { organizationId, customerId }: OfCustomer,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from invoices
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and id = any(${ids}::uuid[]) and ${areShown(SHOWN_STATUSES)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Year of the issue date as printed: in the time zone of the buyer. */
const ISSUE_YEAR = sql<number>`
  extract(year from ${ISSUED} at time zone coalesce(buyer->>'timezone', 'UTC'))::integer`

export type InvoicesOfYear = { year: number; invoices: number }

/** Counts the customer's visible invoices by year of issue, latest year first. */
export async function countShownByYear(
  db: Db,
  { organizationId, customerId }: OfCustomer,
): Promise<InvoicesOfYear[]> {
  const { rows } = await sql<InvoicesOfYear>`
    select ${ISSUE_YEAR} as year, count(*)::integer as invoices from invoices
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and ${areShown(SHOWN_STATUSES)}
    group by 1 order by 1 desc`.execute(db)
  return rows
}

/** Lists the customer's visible invoices of a year, earliest issue date first. */
export function listShownOfYear(
  db: Db,
  { organizationId, customerId }: OfCustomer,
  { year, limit, offset }: Slice & { year: number },
): Promise<ShownInvoice[]> {
  return selectInvoices(db)
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where(areShown(SHOWN_STATUSES))
    .where(sql<SqlBool>`${ISSUE_YEAR} = ${year}`)
    .$castTo<ShownInvoice>()
    .orderBy(ISSUED)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Lists the customer's due invoices without top-ups, earliest due date first. */
export function listDue(
  db: Db,
  { organizationId, customerId }: OfCustomer,
  limit: number,
): Promise<ShownInvoice[]> {
  return selectInvoices(db)
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where(isDue)
    .$castTo<ShownInvoice>()
    .orderBy('dueDate')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type DueSum = {
  currency: string
  amount: Decimal
  invoices: string
  overdue: string
  earliestDueDate: Date
}

/** Sums the amounts due without top-ups, by currency. */
export async function sumDue(
  db: Db,
  { organizationId, customerId }: OfCustomer,
): Promise<DueSum[]> {
  const { rows } = await sql<DueSum>`
    select currency, sum(${AMOUNT_DUE}) as amount, count(*) as invoices,
      count(*) filter (where status = 'overdue') as overdue, min(due_date) as earliest_due_date
    from invoices
    where customer_id = ${customerId} and organization_id = ${organizationId} and ${isDue}
    group by currency order by currency`.execute(db)
  return rows
}
