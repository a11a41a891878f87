import { type RawBuilder, sql } from 'kysely'
import { type Decimal, decimal } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'
import { type EntryType, selectEntries } from './entry-statement.ts'

/** Days of the journal, both included. */
export type Days = { from: string; to: string }

/** The effect of a document, with its signed amount for each of `LEDGER_ACCOUNTS`. */
export type Entry = {
  /** In the time zone of the customer, as printed on invoices. */
  date: string
  at: Date
  type: EntryType
  id: string
  reference: string
  customerId: string
  customerName: string
  customerExternalId: string | null
  currency: string
  amounts: readonly Decimal[]
}

type Page = { behind: Entry | undefined; limit: number }

const DAY_MS = 24 * 60 * 60_000
/** A day begins at most this long before and after it does in UTC. */
const ZONES_MS = DAY_MS

/** Lists a page of the entries of some days, by day and time. */
export async function listEntries(
  db: Db,
  organizationId: string,
  { from, to }: Days,
  { behind, limit }: Page,
): Promise<Entry[]> {
  const own = (alias: string) => sql`${sql.ref(`${alias}.organization_id`)} = ${organizationId}`
  const start = new Date(Date.parse(`${from}T00:00:00Z`) - ZONES_MS)
  const end = new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS + ZONES_MS)
  const { rows } = await sql<Omit<Entry, 'amounts'> & { amounts: string[] }>`
    select dated.date::text as date, dated.at, dated.type, dated.id, dated.reference,
      dated.customer_id, dated.customer_name, dated.customer_external_id, dated.currency,
      dated.amounts::text[] as amounts
    from (
      select entries.*, customers.name as customer_name,
        customers.external_id as customer_external_id,
        (entries.at at time zone customers.timezone)::date as date
      from (${selectEntries(own, { start, end })}) entries
      join customers on customers.id = entries.customer_id
        and customers.organization_id = ${organizationId}
    ) dated
    where dated.date between ${from}::date and ${to}::date ${after(behind)}
    order by dated.date, dated.at, dated.id, dated.type limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, amounts: row.amounts.map(decimal) }))
}

function after(last: Entry | undefined): RawBuilder<unknown> {
  if (!last) return sql``
  return sql`and (dated.date, dated.at, dated.id, dated.type) > (
    ${last.date}::date, ${last.at}::timestamptz, ${last.id}::uuid, ${last.type})`
}
