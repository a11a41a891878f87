import type { Db } from '../../../../platform/database.ts'
import { type KeyedEvent, listEventsByKeys } from '../../../usage/corrections/keyed-events.ts'
import { listCustomerIds } from './customer-queries.ts'
import type { CorrectionRow } from './read-rows.ts'

/** A row with the event that it names; undefined if there is none. */
export type FoundRow = CorrectionRow & { event: KeyedEvent | undefined }

/** Rows of one customer. */
export type RowsOfCustomer = { customerId: string | undefined; rows: readonly CorrectionRow[] }

/** Groups rows by customer; those of unknown customers are one group. */
export async function rowsByCustomer(
  db: Db,
  organizationId: string,
  rows: readonly CorrectionRow[],
): Promise<RowsOfCustomer[]> {
  const names = rows.map(({ customerExternalId }) => customerExternalId)
  const ids = await listCustomerIds(db, organizationId, names)
  const groups = Map.groupBy(rows, ({ customerExternalId }) => ids.get(customerExternalId))
  return [...groups].map(([customerId, own]) => ({ customerId, rows: own }))
}

/** Reads the events that rows of a customer name, in the order of the rows. */
export async function findRows(
  db: Db,
  organizationId: string,
  { customerId, rows }: RowsOfCustomer,
): Promise<FoundRow[]> {
  const keys = rows.map(({ idempotencyKey }) => idempotencyKey)
  const events = customerId && (await listEventsByKeys(db, { organizationId, customerId }, keys))
  return rows.map((row) => ({ ...row, event: events ? events.get(row.idempotencyKey) : undefined }))
}
