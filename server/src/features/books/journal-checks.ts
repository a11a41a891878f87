import { type RawBuilder, sql } from 'kysely'
import { LEDGER_ACCOUNTS, type LedgerAccount } from '../../domain/ledger-accounts.ts'
import { selectEntries } from '../ledger/entry-statement.ts'
import { type Check, inSql } from './check.ts'
import { differing, figures } from './compared.ts'
import type { Scope } from './scope.ts'

const ownIn =
  ({ organizationId, customerIds }: Scope) =>
  (alias: string) =>
    sql`${sql.ref(`${alias}.customer_id`)} = any(${customerIds}::uuid[])
      and ${sql.ref(`${alias}.organization_id`)} = ${organizationId}`

function entriesIn(scope: Scope): RawBuilder<unknown> {
  const { window } = scope
  const times = window && { start: new Date(window.start), end: new Date(window.end) }
  return selectEntries(ownIn(scope), times)
}

const countEntries = (scope: Scope) =>
  sql`select count(*) as count from (${entriesIn(scope)}) entries`

const balances: Check = {
  name: 'journal_entries_balance',
  says: 'The debits of a document in the journal equal its credits',
  compared: countEntries,
  find: inSql(
    (scope) => sql`
      select entries.customer_id, concat_ws(' ', entries.type, entries.reference, entries.id) as subject,
        '0' as expected, trim_scale(entries.imbalance)::text as actual
      from (${entriesIn(scope)}) entries where entries.imbalance <> 0`,
  ),
}

const IS_LIVE = sql`invoices.issued_at is not null and invoices.status <> 'void'
  and invoices.kind <> 'top_up'`
const NET_PAID = sql`(invoices.amount_paid - invoices.amount_refunded)`

const isOfPayment = sql`exists (select from payments
  where payments.customer_id = refunds.customer_id and payments.id = refunds.payment_id
    and payments.status = 'succeeded')`

/** The credit of a refund is taken when it is requested, its money when it succeeds. */
const REQUESTED = sql`(select coalesce(sum(refunds.amount), 0) from refunds
  where refunds.customer_id = invoices.customer_id and refunds.invoice_id = invoices.id
    and refunds.status = 'pending' and ${isOfPayment})`

/** What a customer owes for an invoice by its status; negative: paid without being owed. */
const OWED = sql`case
  when invoices.kind = 'top_up' then
    case when invoices.status in ('paid', 'refunded') then -${REQUESTED} else -${NET_PAID} end
  when invoices.issued_at is null or invoices.status = 'void' then -${NET_PAID}
  when invoices.status in ('paid', 'refunded') then -greatest(${NET_PAID} - invoices.total, 0)
  else invoices.total - ${NET_PAID} end`

/** Refunds of invoices that were paid in full; they are not due again. */
const REFUNDED = sql`case
  when invoices.kind <> 'top_up' and invoices.status in ('paid', 'refunded')
  then invoices.amount_refunded
    - least(invoices.amount_refunded, greatest(invoices.amount_paid - invoices.total, 0))
  else 0 end`

/** Amounts of rows: on accounts with a sign, positive for a debit. */
type Source = {
  table: string
  /** The rows belong to invoices, whose currency they have. */
  ofInvoices?: boolean
  where?: RawBuilder<unknown>
  amounts: Partial<Record<LedgerAccount, RawBuilder<unknown>>>
}

const isCreditKind = (kind: string) => sql`customer_credits.kind = ${sql.lit(kind)}`
const grantIs = (matches: RawBuilder<unknown>) => sql`exists (select from credit_grants grants
  where grants.customer_id = customer_credits.customer_id
    and grants.id = customer_credits.grant_id and ${matches})`
const IS_MONEY = sql`not ${grantIs(sql`grants.kind = 'promotional'`)}`
const IS_TOP_UP = grantIs(sql`grants.source = 'top_up'`)
/** A final invoice that is not issued yet has drawn credit already. */
const IS_OF_JOURNAL = sql`(customer_credits.invoice_id is null or exists (select from invoices
  where invoices.customer_id = customer_credits.customer_id
    and invoices.id = customer_credits.invoice_id and invoices.issued_at is not null))`

/** What the accounts follow from: not the totals of invoices that the journal reads, but their parts. */
const SOURCES: readonly Source[] = [
  { table: 'invoices', amounts: { receivables: OWED, refunds: REFUNDED } },
  {
    table: 'invoice_lines',
    ofInvoices: true,
    where: IS_LIVE,
    amounts: { revenue: sql`-invoice_lines.amount` },
  },
  {
    table: 'invoice_taxes',
    ofInvoices: true,
    where: IS_LIVE,
    amounts: {
      taxPayable: sql`-invoice_taxes.amount`,
      revenue: sql`case when invoice_taxes.is_inclusive then invoice_taxes.amount else 0 end`,
    },
  },
  {
    table: 'invoice_discounts',
    ofInvoices: true,
    where: IS_LIVE,
    amounts: { discounts: sql`invoice_discounts.amount` },
  },
  {
    table: 'invoice_promotions',
    ofInvoices: true,
    where: IS_LIVE,
    amounts: { promotions: sql`invoice_promotions.amount` },
  },
  {
    table: 'payments',
    where: sql`payments.status = 'succeeded'`,
    amounts: { cash: sql`payments.amount` },
  },
  {
    table: 'refunds',
    where: sql`refunds.status = 'succeeded' and ${isOfPayment}`,
    amounts: { cash: sql`-refunds.amount` },
  },
  {
    table: 'customer_credits',
    where: sql`${IS_MONEY} and ${IS_OF_JOURNAL}`,
    amounts: {
      customerCredit: sql`-customer_credits.amount`,
      cash: sql`case when ${isCreditKind('payout')} then customer_credits.amount else 0 end`,
      breakage: sql`case when ${isCreditKind('expiry')} then customer_credits.amount else 0 end`,
      creditClearing: sql`case when ${isCreditKind('grant')} and not ${IS_TOP_UP}
        then customer_credits.amount else 0 end`,
    },
  },
]

function rowsOf(scope: Scope, { table, ofInvoices, where, amounts }: Source) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const joined = sql`join invoices on invoices.customer_id = ${column('customer_id')}
    and invoices.id = ${column('invoice_id')}`
  return Object.entries(amounts).map(
    ([account, amount]) => sql`
      select ${column('customer_id')} as customer_id,
        ${ofInvoices ? sql`invoices.currency` : column('currency')} as currency,
        ${account}::text as account, (${amount})::numeric as amount
      from ${sql.table(table)} ${ofInvoices ? joined : sql``}
      where ${ownIn(scope)(table)} ${where ? sql`and ${where}` : sql``}`,
  )
}

const sumsOf = (rows: RawBuilder<unknown>) => sql`
  select customer_id, concat_ws(' ', currency, account) as place, ${figures(sql`sum(amount)`)} as figures
  from (${rows}) rows group by customer_id, currency, account having sum(amount) <> 0`

/** Sums all time, since the balance of an account does. */
const equalsDocuments: Check = {
  name: 'journal_equals_documents',
  says: 'The accounts of a customer in the journal follow from its invoices, payments and credit',
  compared: (scope) => countEntries({ ...scope, window: undefined }),
  find: inSql((scope) => {
    const documents = SOURCES.flatMap((source) => rowsOf(scope, source))
    const accounts = LEDGER_ACCOUNTS.map((account) => sql`${account}::text`)
    const entries = sql`
      select entries.customer_id, entries.currency, accounts.account, accounts.amount
      from (${selectEntries(ownIn(scope))}) entries
      cross join unnest(array[${sql.join(accounts)}], entries.amounts) as accounts (account, amount)`
    return differing(sumsOf(sql.join(documents, sql` union all `)), sumsOf(entries))
  }),
}

/** Compares the journal with itself and with the documents. */
export const JOURNAL_CHECKS: readonly Check[] = [balances, equalsDocuments]
