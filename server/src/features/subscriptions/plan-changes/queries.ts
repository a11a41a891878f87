import { sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Dates } from '../../../domain/time/dates.ts'
import { RAISED_VERSION } from '../../../platform/database/raised-version.ts'
import type { Tx } from '../../../platform/database.ts'
import { markEarnings } from '../../earning-marks/mark.ts'

/** The end of a subscription, as it was before a change of plan. */
export type ReplacedEnd = Pick<Dates, 'endDate'> & {
  endAt: string | null
  isForever: boolean
  keepAdvance: boolean
}

/** Stores the successor of a subscription and its end before the change; null removes both. */
export async function updateSuccessor(
  tx: Tx,
  key: CustomerScopedId,
  successor: { id: string; replacedEnd: ReplacedEnd } | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      replacedById: successor?.id ?? null,
      replacedEnd: successor && JSON.stringify(successor.replacedEnd),
      ...RAISED_VERSION,
      updatedAt: now,
    })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .execute()
  await markEarnings(tx, key.organizationId, [{ customerId: key.customerId }], now)
}

/** Returns the end of a replaced subscription before the change of plan. */
export async function findReplacedEnd(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<ReplacedEnd | undefined> {
  const row = await tx
    .selectFrom('subscriptions')
    .select(sql<ReplacedEnd | null>`replaced_end`.as('replacedEnd'))
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  return row?.replacedEnd ?? undefined
}

/** Stores whether one-time fees are due. */
export async function updateOwesOnetime(
  tx: Tx,
  key: CustomerScopedId,
  owesOnetime: boolean,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ owesOnetime, ...RAISED_VERSION, updatedAt: now })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .execute()
  await markEarnings(tx, key.organizationId, [{ customerId: key.customerId }], now)
}
