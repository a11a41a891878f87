import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'

/** Half-open window, which ends at the cut-off at the latest; later events are ignored. */
export type MonthScope = {
  organizationId: string
  customerId: string | undefined
  start: Date
  end: Date
  cutOff: Date
}

/** A dated amount of an invoice. */
export type MonthRow = {
  id: string
  customerId: string
  customerName: string
  invoiceId: string
  invoiceNumber: string
  at: Date
  currency: string
  amount: Decimal
}

function ownerOf({ organizationId, customerId }: MonthScope): RawBuilder<unknown> {
  const own = sql<SqlBool>`invoices.organization_id = ${organizationId}`
  return customerId === undefined ? own : sql`${own} and invoices.customer_id = ${customerId}`
}

const within = ({ start, end }: MonthScope, column: RawBuilder<unknown>) =>
  sql`${column} >= ${start}::timestamptz and ${column} < ${end}::timestamptz`

/** Every invoice that was issued has its buyer. */
const NAME = sql`invoices.buyer ->> 'name' as customer_name`

/** An unpaid top-up is not owed, so it is invoiced once it is paid, and never outstanding or void. */
const IS_TOP_UP = sql`invoices.kind = 'top_up'`

/** The money of a payment that was returned at once was never received, so it is not refunded either. */
const OF_BOOKED_PAYMENT = sql`join payments on payments.customer_id = refunds.customer_id
  and payments.id = refunds.payment_id and payments.status = 'succeeded'`

/** For each kind of row: its date, its amount and the join to its invoice. */
const KINDS = {
  invoiced: {
    id: sql`invoices.id`,
    at: sql`case when ${IS_TOP_UP} then invoices.paid_at else invoices.issued_at end`,
    amount: sql`invoices.total`,
    from: sql``,
  },
  voided: {
    id: sql`invoices.id`,
    // A discarded draft was never a receivable.
    at: sql`case when invoices.issued_at is not null and not ${IS_TOP_UP} then invoices.voided_at end`,
    amount: sql`invoices.total`,
    from: sql``,
  },
  received: {
    id: sql`payments.id`,
    at: sql`payments.paid_at`,
    amount: sql`payments.amount`,
    from: sql`join payments on payments.customer_id = invoices.customer_id
      and payments.invoice_id = invoices.id and payments.status = 'succeeded'`,
  },
  refunded: {
    id: sql`refunds.id`,
    at: sql`refunds.refunded_at`,
    amount: sql`refunds.amount`,
    from: sql`join refunds on refunds.customer_id = invoices.customer_id
      and refunds.invoice_id = invoices.id and refunds.status = 'succeeded'
      ${OF_BOOKED_PAYMENT}`,
  },
} as const
export type MonthKind = keyof typeof KINDS

/** A page of rows after a given one; undefined for the first page. */
type Behind<Row> = { behind: Row | undefined; limit: number }

export async function listMonthRows(
  db: Db,
  scope: MonthScope,
  { kind, behind, limit }: Behind<MonthRow> & { kind: MonthKind },
): Promise<MonthRow[]> {
  const { id, at, amount, from } = KINDS[kind]
  const { rows } = await sql<MonthRow>`
    select ${id} as id, invoices.customer_id, ${NAME}, invoices.id as invoice_id,
      invoices.invoice_number, ${at} as at, invoices.currency, ${amount} as amount
    from invoices ${from} where ${ownerOf(scope)} and ${within(scope, at)}
      ${behind ? sql`and (${at}, ${id}) > (${behind.at}::timestamptz, ${behind.id}::uuid)` : sql``}
    order by ${at}, ${id} limit ${limit}`.execute(db)
  return rows
}

export type MonthSum = { currency: string; count: string; amount: Decimal }

export async function sumMonth(db: Db, scope: MonthScope, kind: MonthKind): Promise<MonthSum[]> {
  const { at, amount, from } = KINDS[kind]
  const { rows } = await sql<MonthSum>`
    select invoices.currency, count(*) as count, sum(${amount}) as amount
    from invoices ${from} where ${ownerOf(scope)} and ${within(scope, at)}
    group by invoices.currency order by invoices.currency`.execute(db)
  return rows
}

export type Outstanding = Omit<MonthRow, 'id' | 'at'> & { dueDate: Date; daysOverdue: number }

/**
 * The open amount of each invoice at the cut-off: issued before it, not void, and not yet paid. A
 * refund before full payment makes its amount due again; a refund after it does not.
 */
const owedAt = (scope: MonthScope) => sql`
  select invoices.customer_id, ${NAME}, invoices.id as invoice_id, invoices.invoice_number,
    invoices.currency, invoices.due_date,
    greatest(0, ((${scope.cutOff}::timestamptz - interval '1 millisecond') at time zone 'UTC')::date
      - (invoices.due_date at time zone 'UTC')::date) as days_overdue,
    invoices.total - coalesce(paid.amount, 0) + coalesce(refunded.amount, 0) as amount
  from invoices
  left join (
    select customer_id, invoice_id, sum(amount) as amount from payments
    where organization_id = ${scope.organizationId} and status = 'succeeded'
      and paid_at < ${scope.cutOff}::timestamptz
    group by customer_id, invoice_id
  ) paid on paid.customer_id = invoices.customer_id and paid.invoice_id = invoices.id
  left join (
    select refunds.customer_id, refunds.invoice_id, sum(refunds.amount) as amount
    from refunds ${OF_BOOKED_PAYMENT}
    where refunds.organization_id = ${scope.organizationId} and refunds.status = 'succeeded'
      and refunds.refunded_at < ${scope.cutOff}::timestamptz
    group by refunds.customer_id, refunds.invoice_id
  ) refunded on refunded.customer_id = invoices.customer_id
    and refunded.invoice_id = invoices.id
  where ${ownerOf(scope)} and not ${IS_TOP_UP} and invoices.issued_at < ${scope.cutOff}::timestamptz
    and (invoices.paid_at is null or invoices.paid_at >= ${scope.cutOff}::timestamptz)
    and (invoices.voided_at is null or invoices.voided_at >= ${scope.cutOff}::timestamptz)`

export async function listOutstanding(
  db: Db,
  scope: MonthScope,
  { behind, limit }: Behind<Outstanding>,
): Promise<Outstanding[]> {
  const { rows } = await sql<Outstanding>`
    select * from (${owedAt(scope)}) owed where amount > 0
      ${behind ? sql`and (due_date, invoice_id) > (${behind.dueDate}::timestamptz, ${behind.invoiceId}::uuid)` : sql``}
    order by due_date, invoice_id limit ${limit}`.execute(db)
  return rows
}

/** Days after the due date, counted from the first. */
export type Age = 'notDue' | 'days1To30' | 'days31To60' | 'days61To90' | 'daysOver90'

export async function sumOutstanding(
  db: Db,
  scope: MonthScope,
): Promise<(MonthSum & { age: Age })[]> {
  const { rows } = await sql<MonthSum & { age: Age }>`
    select currency, case when days_overdue = 0 then 'notDue'
        when days_overdue <= 30 then 'days1To30' when days_overdue <= 60 then 'days31To60'
        when days_overdue <= 90 then 'days61To90' else 'daysOver90' end as age,
      count(*) as count, sum(amount) as amount
    from (${owedAt(scope)}) owed where amount > 0 group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export type TaxSum = {
  currency: string
  name: string
  percentage: Decimal
  taxable: Decimal
  amount: Decimal
  /** The part of the amount on invoices voided in the window. */
  voided: Decimal
}

export async function sumTaxes(db: Db, scope: MonthScope): Promise<TaxSum[]> {
  const issued = within(scope, sql`invoices.issued_at`)
  const voided = within(scope, KINDS.voided.at)
  const { rows } = await sql<TaxSum>`
    select invoices.currency, taxes.name, taxes.percentage,
      coalesce(sum(taxes.taxable_amount) filter (where ${issued}), 0) as taxable,
      coalesce(sum(taxes.amount) filter (where ${issued}), 0) as amount,
      coalesce(sum(taxes.amount) filter (where ${voided}), 0) as voided
    from invoices
    join invoice_taxes taxes on taxes.customer_id = invoices.customer_id
      and taxes.invoice_id = invoices.id
    where ${ownerOf(scope)} and (${issued} or ${voided})
    group by invoices.currency, taxes.name, taxes.percentage
    order by invoices.currency, taxes.name, taxes.percentage`.execute(db)
  return rows
}

export type ReceivablesSum = {
  currency: string
  opening: Decimal
  invoiced: Decimal
  voided: Decimal
  received: Decimal
  refunded: Decimal
  other: Decimal
  closing: Decimal
}

/** Leads from the outstanding amounts before the window to those at its end, by currency. */
export async function sumReceivables(db: Db, scope: MonthScope): Promise<ReceivablesSum[]> {
  const owed = (part: string, cutOff: Date) => sql`
    select currency, ${part}::text as part, amount
    from (${owedAt({ ...scope, cutOff })}) owed where amount > 0`
  const moved = Object.entries(KINDS).map(
    ([kind, { at, amount, from }]) => sql`
      select invoices.currency, ${kind}::text as part, ${amount} as amount
      from invoices ${from} where ${ownerOf(scope)} and ${within(scope, at)}`,
  )
  const parts = [owed('opening', scope.start), ...moved, owed('closing', scope.end)]
  const sumOf = (part: string) => sql`coalesce(sum(amount) filter (where part = ${part}), 0)`
  const { rows } = await sql<ReceivablesSum>`
    select *, closing - (opening + invoiced - voided - received + refunded) as other
    from (
      select currency, ${sumOf('opening')} as opening, ${sumOf('invoiced')} as invoiced,
        ${sumOf('voided')} as voided, ${sumOf('received')} as received,
        ${sumOf('refunded')} as refunded, ${sumOf('closing')} as closing
      from (${sql.join(parts, sql` union all `)}) parts group by currency
    ) sums order by currency`.execute(db)
  return rows
}
