import { type RawBuilder, sql } from 'kysely'
import { newId } from '../../platform/id.ts'
import { jsonbText } from '../../platform/values/jsonb-text.ts'
import type { Actor } from '../auth/principal.ts'

/** One field of a subscription, or of its plan, before and after; null where there was nothing. */
export type FieldChange = { field: string; from: unknown; to: unknown }

export type SubscriptionChange = {
  organizationId: string
  customerId: string
  subscriptionId: string
  actor: Actor
  changes: readonly FieldChange[]
}

/** JSON has no undefined: what is not there is null. */
export function jsonOf(changes: readonly FieldChange[]): string {
  const whole = changes.map(({ field, from, to }) => ({
    field,
    from: from ?? null,
    to: to ?? null,
  }))
  return jsonbText(whole)
}

/**
 * The same entry for many subscriptions at once, as a statement, so that what changes them can be a
 * part of it. The rows have customer_id, id, organization_id and changed_at. The actor is a text:
 * the clock, which brings about some changes, is none.
 */
export function insertEntries(
  rows: RawBuilder<unknown>,
  { actor, changes }: { actor: string; changes: readonly FieldChange[] },
): RawBuilder<unknown> {
  return sql`
    insert into subscription_changes
      (customer_id, id, subscription_id, organization_id, changed_at, actor, changes)
    select customer_id, ${idPerRow()}, id, organization_id, changed_at, ${actor},
      ${jsonOf(changes)}::jsonb
    from ${rows}`
}

/**
 * Ids for the rows of one `insert … select`, made without a random function in SQL: the time of a
 * UUIDv7 made here, and a digest of it with the row's own id.
 */
function idPerRow(): RawBuilder<unknown> {
  const id = newId()
  const digest = sql`md5(${id}::text || id::text)`
  return sql`(${id.slice(0, 18)}::text || '-8' || left(${digest}, 3) || '-'
    || right(${digest}, 12))::uuid`
}
