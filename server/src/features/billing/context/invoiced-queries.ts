import { type SqlBool, sql } from 'kysely'
import { answersTo, askedRows } from '../../../platform/batching/asked-rows.ts'
import { batched } from '../../../platform/batching/batched.ts'
import type { Tx } from '../../../platform/database.ts'
import type { BillingKey } from './billing-context.ts'

type Time = { start: Date; end: Date }

const askedSubscriptions = (keys: readonly BillingKey[]) =>
  askedRows(keys, {
    customerId: ['uuid', (key) => key.customerId],
    subscriptionId: ['uuid', (key) => key.subscriptionId],
    organizationId: ['uuid', (key) => key.organizationId],
  })

const ofCustomers = (table: string, keys: readonly BillingKey[]) =>
  sql<SqlBool>`${sql.ref(`${table}.customerId`)} = any(${keys.map((key) => key.customerId)}::uuid[])`

/**
 * Returns each subscription's `invoiced_from`. Periods that ended earlier are invoiced on request
 * only.
 */
export const findInvoicedFrom = batched(
  async (tx: Tx, keys: readonly BillingKey[]): Promise<Date[]> => {
    const { rows } = await sql<{ nth: string; invoicedFrom: Date }>`
      select asked.nth, subscriptions.invoiced_from
      from ${askedSubscriptions(keys)}
      join subscriptions on subscriptions.customer_id = asked.customer_id
        and subscriptions.id = asked.subscription_id
        and subscriptions.organization_id = asked.organization_id
      where ${ofCustomers('subscriptions', keys)}`.execute(tx)
    return answersTo(keys, rows).flatMap((own) => own.map(({ invoicedFrom }) => invoicedFrom))
  },
)

/**
 * Lists the starts of the billing periods of which the subscription's invoices bill fees in advance,
 * including void ones that are not superseded.
 */
export const listBilledInAdvance = batched(
  async (tx: Tx, keys: readonly BillingKey[]): Promise<Date[][]> => {
    const { rows } = await sql<{ nth: string; start: Date }>`
      select distinct asked.nth, lines.billing_period_start as start
      from ${askedSubscriptions(keys)}
      join invoices on invoices.customer_id = asked.customer_id
        and invoices.organization_id = asked.organization_id
        and invoices.subscription_id = asked.subscription_id
      join invoice_lines lines on lines.customer_id = invoices.customer_id
        and lines.invoice_id = invoices.id
      where ${ofCustomers('invoices', keys)} and ${ofCustomers('lines', keys)}
        and not invoices.is_superseded and lines.is_advance`.execute(tx)
    return answersTo(keys, rows).map((found) => found.map(({ start }) => start))
  },
)

/** Returns the time up to which the billing job has checked each subscription. */
export const findNextCheckAt = batched(
  async (tx: Tx, keys: readonly BillingKey[]): Promise<(Date | null)[]> => {
    const { rows } = await sql<{ nth: string; nextPeriodEnd: Date | null }>`
      select asked.nth, subscriptions.next_period_end
      from ${askedSubscriptions(keys)}
      join subscriptions on subscriptions.customer_id = asked.customer_id
        and subscriptions.id = asked.subscription_id
        and subscriptions.organization_id = asked.organization_id
      where ${ofCustomers('subscriptions', keys)}`.execute(tx)
    return answersTo(keys, rows).map(([found]) => found?.nextPeriodEnd ?? null)
  },
)

/**
 * Lists the periods of the subscription's invoices, including void ones that are not superseded.
 * Final invoices are excluded.
 */
export const listInvoicedTimes = batched(
  async (tx: Tx, keys: readonly BillingKey[]): Promise<Time[][]> => {
    const { rows } = await sql<Time & { nth: string }>`
      select asked.nth, invoices.period_start as start, invoices.period_end as end
      from ${askedSubscriptions(keys)}
      join invoices on invoices.customer_id = asked.customer_id
        and invoices.organization_id = asked.organization_id
        and invoices.subscription_id = asked.subscription_id
      where ${ofCustomers('invoices', keys)}
        and not invoices.is_superseded and not invoices.is_final_invoice`.execute(tx)
    return answersTo(keys, rows)
  },
)

/**
 * Lists the periods of the subscription's non-void invoices, including drafts. Final invoices are
 * excluded.
 */
export const listLiveTimes = batched(
  async (tx: Tx, keys: readonly BillingKey[]): Promise<Time[][]> => {
    const { rows } = await sql<Time & { nth: string }>`
      select asked.nth, invoices.period_start as start, invoices.period_end as end
      from ${askedSubscriptions(keys)}
      join invoices on invoices.customer_id = asked.customer_id
        and invoices.organization_id = asked.organization_id
        and invoices.subscription_id = asked.subscription_id
      where ${ofCustomers('invoices', keys)}
        and invoices.status <> 'void' and not invoices.is_final_invoice`.execute(tx)
    return answersTo(keys, rows)
  },
)

type OpenDraft = {
  id: string
  periodStart: Date
  periodEnd: Date
  isFinalInvoice: boolean
  isAdvanceOnly: boolean
}

/** Lists the drafts of the subscription, without those of late usage after its end. */
export const listDrafts = batched(
  async (tx: Tx, keys: readonly BillingKey[]): Promise<OpenDraft[][]> => {
    const { rows } = await sql<OpenDraft & { nth: string }>`
      select asked.nth, invoices.id, invoices.period_start, invoices.period_end,
        invoices.is_final_invoice, invoices.is_advance_only
      from ${askedSubscriptions(keys)}
      join invoices on invoices.customer_id = asked.customer_id
        and invoices.organization_id = asked.organization_id
        and invoices.subscription_id = asked.subscription_id
      where ${ofCustomers('invoices', keys)}
        and invoices.status = 'draft'
        and (not invoices.is_final_invoice or invoices.is_advance_only)
      order by invoices.period_start`.execute(tx)
    return answersTo(keys, rows)
  },
)
