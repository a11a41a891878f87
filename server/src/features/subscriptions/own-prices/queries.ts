import { sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import type { OwnPriceRow } from './own-price.ts'

/** Returns false if the subscription has a price of this strategy from the same day. */
export async function insertOwnPrice(
  tx: Tx,
  organizationId: string,
  { tiers, ...row }: OwnPriceRow,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('subscriptionPrices')
    .values({ ...row, organizationId, tiers: tiers === null ? null : JSON.stringify(tiers) })
    .onConflict((conflict) =>
      conflict.columns(['customerId', 'subscriptionId', 'strategyId', 'effectiveFrom']).doNothing(),
    )
    .returning('id')
    .execute()
  return inserted.length > 0
}

export async function deleteOwnPrice(tx: Tx, key: CustomerScopedId): Promise<void> {
  await tx
    .deleteFrom('subscriptionPrices')
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .execute()
}

/** Days on which periods begin that a price applies to. Null: since always, and without an end. */
type PricedTime = { strategyId: string; from: Date | null; until: Date | null; startsAt: Date }

/**
 * Returns the number of the first final invoice that billed the strategy for a period that begins in a time.
 * A one-time fee belongs to the start of the subscription.
 */
export async function findFinalInvoiceAt(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
  { strategyId, from, until, startsAt }: PricedTime,
): Promise<string | undefined> {
  const { rows } = await sql<{ invoiceNumber: string }>`
    select invoices.invoice_number
    from invoices join invoice_lines lines
      on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
    where invoices.customer_id = ${customerId} and invoices.organization_id = ${organizationId}
      and invoices.subscription_id = ${id} and invoices.status not in ('draft', 'void')
      and lines.strategy_id = ${strategyId}
      and case when lines.type = 'onetime' then ${startsAt}::timestamptz
        else greatest(coalesce(lines.billing_period_start, lines.period_start),
          ${startsAt}::timestamptz) end
        between coalesce(${from}::timestamptz, '-infinity')
        and coalesce(${until}::timestamptz - interval '1 microsecond', 'infinity')
    order by invoices.period_start limit 1`.execute(tx)
  return rows[0]?.invoiceNumber
}

/** Moves own prices to another customer, who already has the subscription's row. */
export async function moveOwnPrices(
  tx: Tx,
  key: CustomerScopedId,
  customerId: string,
): Promise<void> {
  const rows = await tx
    .deleteFrom('subscriptionPrices')
    .where('customerId', '=', key.customerId)
    .where('subscriptionId', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .returningAll()
    .execute()
  const moved = rows.map((row) => ({
    ...row,
    customerId,
    tiers: row.tiers && JSON.stringify(row.tiers),
  }))
  if (moved.length > 0) await tx.insertInto('subscriptionPrices').values(moved).execute()
}
