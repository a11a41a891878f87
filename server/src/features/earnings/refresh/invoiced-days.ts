import { sql } from 'kysely'
import { add, type Decimal, isZero, ZERO } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { dateText } from '../../usage-figures/window.ts'
import { amountsOf, type InvoicedMonth } from './invoiced-months.ts'

type Changes = { gone: readonly InvoicedMonth[]; added: readonly InvoicedMonth[] }

type InvoicedDay = { day: string; currency: string; invoicedOn: string; amount: Decimal }

/** Changes the sums of an organization by rows of customers that go and that are added. */
export async function addToInvoicedDays(
  tx: Tx,
  organizationId: string,
  changes: Changes,
): Promise<void> {
  const rows = differencesOf(changes)
  if (rows.length === 0) return
  await sql`
    insert into organization_invoiced_days as kept (organization_id, day, currency, invoiced_on,
      invoiced)
    select ${organizationId}::uuid, input.*
    from unnest(
      ${arrayText(rows, ({ day }) => day)}::date[],
      ${rows.map(({ currency }) => currency)}::text[],
      ${arrayText(rows, ({ invoicedOn }) => invoicedOn)}::date[],
      ${arrayText(rows, ({ amount }) => amount.toFixed())}::numeric[]
    ) as input
    on conflict (organization_id, day, currency, invoiced_on) do update set
      invoiced = kept.invoiced + excluded.invoiced`.execute(tx)
}

/** Sorted by key, so that concurrent writers lock the rows in one order. */
function differencesOf({ gone, added }: Changes): InvoicedDay[] {
  const all = new Map<string, InvoicedDay>()
  const put = ({ currency, invoicedOn }: InvoicedMonth, day: string, amount: Decimal) => {
    const key = `${day}${currency}${invoicedOn}`
    const known = all.get(key)?.amount ?? ZERO
    all.set(key, { day, currency, invoicedOn, amount: add(known, amount) })
  }
  for (const row of gone) {
    for (const [day, amount] of amountsOf(row)) put(row, dateText(day), ZERO.minus(amount))
  }
  for (const row of added) {
    for (const [day, amount] of amountsOf(row)) put(row, dateText(day), amount)
  }
  return [...all]
    .filter(([, { amount }]) => !isZero(amount))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
}
