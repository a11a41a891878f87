import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId, FoundBy } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { listPage, type Slice } from '../../platform/list.ts'
import { findAnywhere } from '../customers/find-anywhere.ts'
import type { CloseReason, Hold } from './hold.ts'

const columns = [
  'id',
  'organizationId',
  'customerId',
  'runId',
  'agentId',
  'signalId',
  'cost',
  'quantity',
  'usedCost',
  'reportedCost',
  'uncostedEventCount',
  'estimatedCost',
  'expiresAt',
  'closedAt',
  'closeReason',
  'createdAt',
] as const

const selectHolds = (db: Db) => db.selectFrom('controlHolds').select(columns).$castTo<Hold>()

/** Finds a hold by the id in a URL, without its customer. */
export function findHold(db: Db, key: FoundBy): Promise<Hold | undefined> {
  const holds = selectHolds(db)
    .where('organizationId', '=', key.organizationId)
    .where('id', '=', key.id)
  return findAnywhere(db, { ...key, table: 'control_holds' }, (customerId) =>
    (customerId ? holds.where('customerId', '=', customerId) : holds).executeTakeFirst(),
  )
}

export type HoldFilter = {
  organizationId: string
  customerId: string | undefined
  agentId: string | undefined
  runId: string | undefined
}

/** Lists the holds that count: open and not expired, or with an event of unknown cost; latest first. */
export function listCountingHolds(db: Db, filter: HoldFilter, page: Slice, now: Date) {
  const { organizationId, customerId, agentId, runId } = filter
  let holds = selectHolds(db)
    .where('organizationId', '=', organizationId)
    .where(
      sql<SqlBool>`(closed_at is null and expires_at > ${now}::timestamptz
        or uncosted_event_count > 0)`,
    )
  if (customerId !== undefined) holds = holds.where('customerId', '=', customerId)
  if (agentId !== undefined) holds = holds.where('agentId', '=', agentId)
  if (runId !== undefined) holds = holds.where('runId', '=', runId)
  return listPage(holds, { ...page, orderBy: sql`created_at`, sortOrder: 'desc' })
}

/** Locks the account of a customer; decisions about it wait. */
export async function lockAccount(
  tx: Tx,
  { organizationId, customerId }: { organizationId: string; customerId: string },
): Promise<void> {
  await sql`select from control_accounts
    where customer_id = ${customerId} and organization_id = ${organizationId} for update`.execute(
    tx,
  )
}

/** Closes a hold; returns false if it is closed already. */
export async function closeHold(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
  closeReason: CloseReason,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('controlHolds')
    .set({ closedAt: now, closeReason })
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
