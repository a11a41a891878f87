import { type RawBuilder, sql } from 'kysely'
import { LEDGER_ACCOUNTS, type LedgerAccount } from '../../domain/ledger-accounts.ts'

/** The effect of a document that a journal entry books. */
export const ENTRY_TYPES = [
  'invoice',
  'invoice_void',
  'payment',
  'refund',
  'credit_grant',
  'credit_expiry',
  'credit_payout',
  'credit_refund',
] as const
export type EntryType = (typeof ENTRY_TYPES)[number]

/** Half-open range of times; rows outside of it are not read. */
export type Times = { start: Date; end: Date }

/** Matches the rows of the alias that are to be read, such as those of an organization. */
export type OwnRows = (alias: string) => RawBuilder<unknown>

type Branch = {
  type: RawBuilder<unknown>
  /** The table of the document, whose customer, id and currency an entry has. */
  alias: string
  /** Business time of the effect. */
  at: RawBuilder<unknown>
  /** The number or name by which people know the document. */
  reference: RawBuilder<unknown>
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** Positive: debit. Negative: credit. */
  amounts: Partial<Record<LedgerAccount, RawBuilder<unknown>>>
}

const columnOf = (account: LedgerAccount) => sql.ref(`amount_${account.toLowerCase()}`)

/** The columns of the accounts of an entry, in the order of `LEDGER_ACCOUNTS`. */
export const AMOUNTS = sql`array[${sql.join(LEDGER_ACCOUNTS.map(columnOf))}]`
const SUM = sql.join(LEDGER_ACCOUNTS.map(columnOf), sql` + `)
const IS_SOMETHING = sql.join(
  LEDGER_ACCOUNTS.map((account) => sql`${columnOf(account)} <> 0`),
  sql` or `,
)

/** Taxes that the lines of an invoice include. */
const INCLUDED_TAX = (own: OwnRows) => sql`left join (
    select customer_id, invoice_id, sum(amount) as amount from invoice_taxes taxes
    where ${own('taxes')} and is_inclusive group by customer_id, invoice_id
  ) included on included.customer_id = invoices.customer_id and included.invoice_id = invoices.id`

/**
 * A top-up is no revenue: its payment and its grant are all that it books. So receivables have its
 * amount only between the two, which are stored in one transaction.
 */
const IS_BOOKED = sql`invoices.issued_at is not null and invoices.kind <> 'top_up'`

function invoices(own: OwnRows, { isVoid }: { isVoid: boolean }): Branch {
  const signed = (amount: RawBuilder<unknown>) => (isVoid ? sql`-(${amount})` : amount)
  return {
    type: isVoid ? sql`'invoice_void'` : sql`'invoice'`,
    alias: 'invoices',
    at: isVoid ? sql`invoices.voided_at` : sql`coalesce(invoices.issued_at, invoices.generated_at)`,
    reference: sql`invoices.invoice_number`,
    from: sql`invoices ${INCLUDED_TAX(own)}`,
    where: isVoid ? sql`${IS_BOOKED} and invoices.status = 'void'` : IS_BOOKED,
    amounts: {
      receivables: signed(sql`invoices.total`),
      discounts: signed(sql`invoices.discount_total`),
      promotions: signed(sql`invoices.promotion_total`),
      customerCredit: signed(sql`invoices.credit_total`),
      taxPayable: signed(sql`-invoices.tax_total`),
      revenue: signed(sql`coalesce(included.amount, 0) - invoices.subtotal`),
    },
  }
}

const payments: Branch = {
  type: sql`'payment'`,
  alias: 'payments',
  at: sql`coalesce(payments.paid_at, payments.created_at)`,
  reference: sql`invoices.invoice_number`,
  from: sql`payments join invoices on invoices.customer_id = payments.customer_id
    and invoices.id = payments.invoice_id`,
  where: sql`payments.status = 'succeeded'`,
  amounts: { cash: sql`payments.amount`, receivables: sql`-payments.amount` },
}

/** What was paid above the amount owed: earlier refunds of it made that amount due again. */
const EXCESS = sql`greatest(invoices.amount_paid - invoices.total, 0)`

/**
 * A refund before an invoice is paid in full makes its amount due again. A later one reduces the
 * revenue. That of a top-up takes its credit, which `credit_refund` books.
 */
const DUE_AGAIN = sql`case
  when invoices.kind = 'top_up' or invoices.status not in ('paid', 'refunded') then refunds.amount
  else least(earlier.amount + refunds.amount, ${EXCESS}) - least(earlier.amount, ${EXCESS}) end`

const refunds: Branch = {
  type: sql`'refund'`,
  alias: 'refunds',
  at: sql`refunds.refunded_at`,
  reference: sql`invoices.invoice_number`,
  from: sql`refunds join invoices on invoices.customer_id = refunds.customer_id
      and invoices.id = refunds.invoice_id
    join payments on payments.customer_id = refunds.customer_id and payments.id = refunds.payment_id
    cross join lateral (
      select coalesce(sum(others.amount), 0) as amount from refunds others
      join payments of_others on of_others.customer_id = others.customer_id
        and of_others.id = others.payment_id
      where others.customer_id = refunds.customer_id and others.invoice_id = refunds.invoice_id
        and others.status = 'succeeded' and of_others.status = 'succeeded'
        and (others.refunded_at, others.id) < (refunds.refunded_at, refunds.id)
    ) earlier`,
  // The money of a payment that was returned at once was never booked.
  where: sql`refunds.status = 'succeeded' and payments.status = 'succeeded'`,
  amounts: {
    cash: sql`-refunds.amount`,
    receivables: DUE_AGAIN,
    refunds: sql`refunds.amount - (${DUE_AGAIN})`,
  },
}

const CREDIT_TYPES = sql`case credits.kind when 'grant' then 'credit_grant'
  when 'expiry' then 'credit_expiry' when 'payout' then 'credit_payout' else 'credit_refund' end`
const isKind = (kind: string, also = sql`true`) =>
  sql`case when credits.kind = ${sql.lit(kind)} and ${also} then credits.amount else 0 end`
const IS_TOP_UP = sql`grants.source = 'top_up'`

/**
 * Credit that no invoice gave or took. Promotional credit is neither money nor owed: it reduces the
 * revenue of the invoice that draws it.
 */
const credits: Branch = {
  type: CREDIT_TYPES,
  alias: 'credits',
  at: sql`credits.booked_at`,
  reference: sql`coalesce(grants.name, credits.reference, '')`,
  from: sql`customer_credits credits left join credit_grants grants
    on grants.customer_id = credits.customer_id and grants.id = credits.grant_id`,
  where: sql`credits.kind in ('grant', 'expiry', 'payout', 'refund')
    and grants.kind is distinct from 'promotional'`,
  amounts: {
    customerCredit: sql`-credits.amount`,
    receivables: sql`${isKind('grant', IS_TOP_UP)} + ${isKind('refund')}`,
    creditClearing: isKind('grant', sql`${IS_TOP_UP} is not true`),
    breakage: isKind('expiry'),
    cash: isKind('payout'),
  },
}

function selectBranch(own: OwnRows, times: Times | undefined, branch: Branch) {
  const { type, alias, at, reference, from, where, amounts } = branch
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const within = times
    ? sql`and ${at} >= ${times.start}::timestamptz and ${at} < ${times.end}::timestamptz`
    : sql``
  const columns = LEDGER_ACCOUNTS.map(
    (account) => sql`(${amounts[account] ?? sql`0`})::numeric as ${columnOf(account)}`,
  )
  return sql`
    select ${column('customer_id')} as customer_id, ${type} as type, ${column('id')} as id,
      ${reference} as reference, ${at} as at, ${column('currency')} as currency,
      ${sql.join(columns)}
    from ${from} where ${own(alias)} and ${where} ${within}`
}

/**
 * Selects the journal entries of documents, one for each effect, with a signed amount for each
 * account. Nothing is stored: an entry is computed from its document, so both always agree.
 */
export function selectEntries(own: OwnRows, times?: Times): RawBuilder<unknown> {
  const branches = [
    invoices(own, { isVoid: false }),
    invoices(own, { isVoid: true }),
    payments,
    refunds,
    credits,
  ]
  const all = branches.map((branch) => selectBranch(own, times, branch))
  return sql`select entries.*, ${AMOUNTS} as amounts, ${SUM} as imbalance
    from (${sql.join(all, sql` union all `)}) entries where ${IS_SOMETHING}`
}
