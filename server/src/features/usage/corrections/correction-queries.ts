import { sql } from 'kysely'
import { type Decimal, decimalFromInteger, ZERO } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { CorrectionKind, EventValues, StoredValues } from './event-values.ts'

/** The primary key of an event, which never changes. */
export type EventKey = CustomerScopedId & { usageDate: Date }

export type LockedEvent = EventKey &
  StoredValues & {
    agentId: string
    signalId: string
    rejectedQuantity: Decimal
    voidedAt: Date | null
  }

const isEvent = ({ organizationId, customerId, usageDate, id }: EventKey) =>
  sql`customer_id = ${customerId} and usage_date = ${usageDate}::timestamptz and id = ${id}
    and organization_id = ${organizationId}`

/** A concurrent correction of the event waits, and is decided by the new values. */
export async function lockEvent(tx: Tx, key: EventKey): Promise<LockedEvent | undefined> {
  const { rows } = await sql<LockedEvent>`
    select id, organization_id, customer_id, usage_date, agent_id, signal_id, quantity,
      rejected_quantity, usage_cost, prices, payload, corrected_work, voided_at,
      coalesce(event_processed, 'PROCESSED') as status
    from usage_events where ${isEvent(key)} for update`.execute(tx)
  return rows[0]
}

export async function updateCorrectedEvent(
  tx: Tx,
  key: EventKey,
  { kind, after, isRecosted }: { kind: CorrectionKind; after: EventValues; isRecosted: boolean },
  { now, businessNow }: Moment,
): Promise<void> {
  const { work, quantity, cost } = after
  await sql`
    update usage_events set
      quantity = ${quantity}::numeric, corrected_work = ${JSON.stringify(work)}::text,
      usage_cost = ${cost.usageCost?.toFixed() ?? null}::numeric, prices = ${cost.prices}::text,
      event_processed = nullif(${cost.status}::text, 'PROCESSED'),
      event_processed_at = ${isRecosted ? sql`${now}::timestamptz` : sql`event_processed_at`},
      updated_at = ${now}::timestamptz, corrected_at = ${businessNow}::timestamptz,
      voided_at = ${kind === 'void' ? businessNow : null}::timestamptz
    where ${isEvent(key)}`.execute(tx)
}

type NewCorrection = {
  kind: CorrectionKind
  reason: string | null
  actor: Actor
  before: EventValues
  after: EventValues
}

/**
 * Inserts a correction of an event whose row is locked. A cost that becomes known is no difference:
 * the first cost of an event is not a correction.
 */
export async function insertCorrection(
  tx: Tx,
  key: EventKey,
  { kind, reason, actor, before, after }: NewCorrection,
  { now, businessNow }: Moment,
): Promise<void> {
  const { organizationId, customerId, usageDate, id: eventId } = key
  const { usageCost: costBefore } = before.cost
  const { usageCost: costAfter } = after.cost
  const row = {
    id: newId(),
    organizationId,
    customerId,
    eventId,
    usageDate,
    kind,
    number: (await countCorrections(tx, key)) + 1,
    quantity: decimalFromInteger(after.quantity - before.quantity),
    cost: costBefore === null ? ZERO : (costAfter ?? ZERO).minus(costBefore),
    quantityBefore: decimalFromInteger(before.quantity),
    quantityAfter: decimalFromInteger(after.quantity),
    costBefore,
    costAfter,
    workBefore: JSON.stringify(before.work),
    reason,
    actorKind: actor.kind,
    actorId: actor.id,
    correctedAt: businessNow,
    createdAt: now,
  }
  await tx.insertInto('eventCorrections').values(row).execute()
}

async function countCorrections(tx: Tx, { customerId, id }: EventKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from event_corrections
    where customer_id = ${customerId} and event_id = ${id} and number is not null`.execute(tx)
  return rows[0]?.count ?? 0
}
