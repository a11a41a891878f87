import { type RawBuilder, sql } from 'kysely'
import { DECIMALS_BY_CURRENCY } from '../../domain/currency.ts'
import { type Check, inSql } from './check.ts'
import { inScope, type Scope } from './scope.ts'

const ISSUED = sql`coalesce(invoices.issued_at, invoices.generated_at)`
const invoices = (scope: Scope) => inScope('invoices', scope, ISSUED)
const countInvoices = (scope: Scope) =>
  sql`select count(*) as count from invoices where ${invoices(scope)}`

const text = (column: RawBuilder<unknown>) => sql`trim_scale((${column})::numeric)::text`

/** Selects invoices whose figure differs from the expected one. */
const figureOf = (
  scope: Scope,
  {
    expected,
    actual,
    from = sql``,
  }: Record<'expected' | 'actual', RawBuilder<unknown>> & {
    from?: RawBuilder<unknown>
  },
) => sql`
  select invoices.customer_id, invoices.invoice_number as subject, ${text(expected)} as expected,
    ${text(actual)} as actual
  from invoices ${from}
  where ${invoices(scope)} and ${expected} is distinct from ${actual}`

/** Joins the sum of a table's rows by invoice. */
const sumOf = (
  table: string,
  alias: string,
  {
    amount = sql`sum(amount)`,
    where = sql`true`,
    scope,
  }: {
    amount?: RawBuilder<unknown>
    where?: RawBuilder<unknown>
    scope: Scope
  },
) => sql`
  left join (
    select customer_id, invoice_id, ${amount} as amount from ${sql.table(table)}
    where customer_id = any(${scope.customerIds}::uuid[])
      and organization_id = ${scope.organizationId} and ${where}
    group by customer_id, invoice_id
  ) ${sql.ref(alias)} on ${sql.ref(`${alias}.customer_id`)} = invoices.customer_id
    and ${sql.ref(`${alias}.invoice_id`)} = invoices.id`

const amountOf = (alias: string) => sql`coalesce(${sql.ref(`${alias}.amount`)}, 0)`

const check = (
  name: string,
  says: string,
  differences: (scope: Scope) => RawBuilder<unknown>,
): Check => ({ name, says, compared: countInvoices, find: inSql(differences) })

/** The postings of an invoice's credit; a draft only shows it, and voiding takes it back. */
const bookedOf = (total: RawBuilder<unknown>) =>
  sql`case when invoices.status in ('draft', 'void') then 0 else -${total} end`

const isPromotional = ({ customerIds }: Scope) => sql`exists (select from credit_grants grants
  where grants.customer_id = any(${customerIds}::uuid[])
    and grants.customer_id = customer_credits.customer_id
    and grants.id = customer_credits.grant_id and grants.kind = 'promotional')`

/** Money that an invoice did not take was refunded at once, and neither is booked on it. */
const isOfBookedPayment = ({ customerIds }: Scope) => sql`status = 'succeeded' and exists (
  select from payments
  where payments.customer_id = any(${customerIds}::uuid[])
    and payments.customer_id = refunds.customer_id and payments.id = refunds.payment_id
    and payments.status = 'succeeded')`

const DECIMALS = sql`(${JSON.stringify(DECIMALS_BY_CURRENCY)}::jsonb ->> invoices.currency)::integer`

export const MONEY_CHECKS: readonly Check[] = [
  check('subtotals_equal_lines', 'The subtotal of an invoice is the sum of its lines', (scope) =>
    figureOf(scope, {
      expected: amountOf('lines'),
      actual: sql`invoices.subtotal`,
      from: sumOf('invoice_lines', 'lines', { scope }),
    }),
  ),
  check('discounts_equal_rows', 'The discount of an invoice is the sum of its discounts', (scope) =>
    figureOf(scope, {
      expected: amountOf('discounts'),
      actual: sql`invoices.discount_total`,
      from: sumOf('invoice_discounts', 'discounts', { scope }),
    }),
  ),
  check('taxes_equal_rows', 'The tax of an invoice is the sum of its taxes', (scope) =>
    figureOf(scope, {
      expected: amountOf('taxes'),
      actual: sql`invoices.tax_total`,
      from: sumOf('invoice_taxes', 'taxes', { scope }),
    }),
  ),
  check(
    'totals_add_up',
    'The total is the subtotal less discounts and promotions, with added taxes, less credit',
    (scope) =>
      figureOf(scope, {
        expected: sql`invoices.subtotal - invoices.discount_total - invoices.promotion_total
          + ${amountOf('added')} - invoices.credit_total`,
        actual: sql`invoices.total`,
        from: sumOf('invoice_taxes', 'added', { scope, where: sql`not is_inclusive` }),
      }),
  ),
  check(
    'lines_equal_prices',
    'A line is its quantity times its price, or the sum of its tiers, less what was billed before',
    (scope) => sql`
      select lines.customer_id, concat(invoices.invoice_number, ' line ', lines.position) as subject,
        ${text(LINE_DUE)} as expected, ${text(sql`lines.amount`)} as actual
      from invoice_lines lines
      join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
      where ${invoices(scope)} and lines.customer_id = any(${scope.customerIds}::uuid[])
        and ${LINE_DUE} is distinct from lines.amount`,
  ),
  check('payments_are_booked', 'What is paid of an invoice is the sum of its payments', (scope) =>
    figureOf(scope, {
      expected: amountOf('paid'),
      actual: sql`invoices.amount_paid`,
      from: sumOf('payments', 'paid', { scope, where: sql`status = 'succeeded'` }),
    }),
  ),
  check('refunds_are_booked', 'What is given back is the sum of the refunds', (scope) =>
    figureOf(scope, {
      expected: amountOf('refunded'),
      actual: sql`invoices.amount_refunded`,
      from: sumOf('refunds', 'refunded', { scope, where: isOfBookedPayment(scope) }),
    }),
  ),
  check(
    'promotions_equal_rows',
    'The promotional credit of an invoice is the sum of its promotions',
    (scope) =>
      figureOf(scope, {
        expected: amountOf('promotions'),
        actual: sql`invoices.promotion_total`,
        from: sumOf('invoice_promotions', 'promotions', { scope }),
      }),
  ),
  check('credits_are_booked', 'The credit that an invoice took or left is booked once', (scope) =>
    figureOf(scope, {
      expected: bookedOf(sql`invoices.credit_total`),
      actual: amountOf('booked'),
      from: sumOf('customer_credits', 'booked', {
        scope,
        where: sql`invoice_id is not null and not ${isPromotional(scope)}`,
      }),
    }),
  ),
  check(
    'promotions_are_booked',
    'The promotional credit that an invoice took is booked once',
    (scope) =>
      figureOf(scope, {
        expected: bookedOf(sql`invoices.promotion_total`),
        actual: amountOf('booked'),
        from: sumOf('customer_credits', 'booked', {
          scope,
          where: sql`invoice_id is not null and ${isPromotional(scope)}`,
        }),
      }),
  ),
  check('no_time_is_billed_twice', 'No two invoices cover the same time', (scope) => {
    const live = (table: string) =>
      sql`${sql.ref(`${table}.status`)} <> 'void' and not ${sql.ref(`${table}.is_final_invoice`)}`
    return sql`
      select invoices.customer_id, invoices.invoice_number as subject, 'alone' as expected,
        others.invoice_number as actual
      from invoices
      join invoices others on others.customer_id = invoices.customer_id
        and others.subscription_id = invoices.subscription_id and others.id > invoices.id
        and others.period_start < invoices.period_end
        and invoices.period_start < others.period_end
      where ${invoices(scope)} and ${live('invoices')} and ${live('others')}`
  }),
  check(
    'no_fee_in_advance_is_billed_twice',
    'No two lines bill the same days of a fee in advance, except days that were given back',
    (scope) => sql`
      select invoices.customer_id, concat(invoices.invoice_number, ' line ', lines.position) as subject,
        'alone' as expected, others.id::text as actual
      from invoices
      join invoice_lines lines on lines.customer_id = invoices.customer_id
        and lines.invoice_id = invoices.id and ${billsDays('lines', scope)}
      join invoice_lines others on others.customer_id = lines.customer_id
        and others.claims_for = lines.claims_for and others.strategy_id = lines.strategy_id
        and others.id > lines.id and ${billsDays('others', scope)}
        and others.period_start < lines.period_end and lines.period_start < others.period_end
      where ${invoices(scope)} and lines.customer_id = any(${scope.customerIds}::uuid[])
        and others.customer_id = any(${scope.customerIds}::uuid[])
        and not exists (
          select from invoice_lines given
          where given.customer_id = any(${scope.customerIds}::uuid[])
            and given.customer_id = lines.customer_id and given.claims_for = lines.claims_for
            and given.type = 'proration' and given.source_id in (lines.id, others.id)
            and given.period_start <= greatest(lines.period_start, others.period_start)
            and given.period_end >= least(lines.period_end, others.period_end))`,
  ),
]

/** The sum of the quantity over the days of the period before the line. */
const UNIT_DAYS_BEFORE = sql`coalesce(lines.seat_days_before, lines.quantity * lines.days_before, 0)`
/** A line that claims days of a fee; seats that were added follow from such a line. */
const billsDays = (table: string, { customerIds }: Scope) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${column('claims_for')} is not null and ${column('type')} <> 'proration'
    and (${column('source_id')} is null or exists (
      select from invoice_lines sources
      where sources.customer_id = any(${customerIds}::uuid[])
        and sources.customer_id = ${column('customer_id')}
        and sources.id = ${column('source_id')} and sources.type = 'proration'))`
}

/** The amount of a line, computed from the figures it shows. */
const LINE_DUE = sql`case
  when lines.type = 'late_usage'
    or lines.type = 'usage' and (lines.unit_price is null or lines.billed_amount is not null)
  then round((
      select coalesce(sum((tier ->> 'amount')::numeric), 0)
      from jsonb_array_elements(lines.tiers) tier
    ), ${DECIMALS}) - coalesce(lines.billed_amount, 0)
  when lines.unit_price is null then lines.amount
  when lines.billed_amount is not null
  then round(lines.unit_price * (lines.billed_quantity + lines.quantity * lines.days_covered)
      / lines.days_full, ${DECIMALS}) - lines.billed_amount
  else round(lines.unit_price * (${UNIT_DAYS_BEFORE} + lines.quantity * coalesce(lines.days_covered, 1))
      / coalesce(lines.days_full, 1), ${DECIMALS})
    - round(lines.unit_price * ${UNIT_DAYS_BEFORE} / coalesce(lines.days_full, 1), ${DECIMALS})
  end`
