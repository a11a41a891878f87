import type pg from 'pg'
import type { Ledger, Operation } from '../crash/billing/ledger.ts'

/** Totals of all acknowledged usage. */
export type Totals = { records: number; quantity: number }

type Batch = { records: { quantity: number }[] }

const NOTHING = {}

/**
 * Adds newly acknowledged usage to the totals and discards what no later check reads. Hours of
 * requests and answers would otherwise fill the test's memory.
 */
export function takeStock({ operations }: Ledger, totals: Totals): void {
  for (const operation of operations) {
    if (operation.done.length === 0 || operation.body === NOTHING) continue
    if (operation.kind === 'record') addTo(totals, operation)
    operation.body = NOTHING
    operation.done = operation.done.map((done) => ({
      ...done,
      text: shorten(operation, done.text),
    }))
  }
}

function addTo(totals: Totals, { body }: Operation): void {
  const { records } = body as Batch
  totals.records += records.length
  for (const { quantity } of records) totals.quantity += quantity
}

/** Keeps what later checks need: the number of an invoice, or the id of a mail. */
function shorten({ kind }: Operation, text: string): string {
  if (kind === 'send') return text
  if (kind !== 'generate') return ''
  const { invoiceNumber, createdAt }: { invoiceNumber: string; createdAt: string } =
    JSON.parse(text)
  return JSON.stringify({ invoiceNumber, createdAt })
}

/** Every record was finally acknowledged, so the stored usage must equal what was sent. */
export async function checkTotals(totals: Totals, pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<Totals>(
    `select (select count(*)::int from usage_events) as records,
            (select coalesce(sum(quantity), 0)::float from usage_rollups) as quantity`,
  )
  const [stored] = rows
  if (stored?.records === totals.records && stored.quantity === totals.quantity) return []
  return [`${JSON.stringify(totals)} was acknowledged, and ${JSON.stringify(stored)} is stored`]
}
