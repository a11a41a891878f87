import { type RawBuilder, sql } from 'kysely'
import { newId } from '../../platform/id.ts'
import { jsonbText } from '../../platform/values/jsonb-text.ts'
import type { Actor } from '../auth/principal.ts'

/** One field of a subscription or its plan, before and after the change; null means no value. */
export type FieldChange = { field: string; from: unknown; to: unknown }

export type SubscriptionChange = {
  organizationId: string
  customerId: string
  subscriptionId: string
  actor: Actor
  changes: readonly FieldChange[]
}

/** Serializes changes as JSON, which has no undefined: a missing value becomes null. */
export function jsonOf(changes: readonly FieldChange[]): string {
  const whole = changes.map(({ field, from, to }) => ({
    field,
    from: from ?? null,
    to: to ?? null,
  }))
  return jsonbText(whole)
}

/**
 * Builds one statement that inserts the same entry for many subscriptions, so that it can be part
 * of the statement that changes them. The rows have `customer_id`, `id`, `organization_id` and
 * `changed_at`. The actor is text because the clock, which causes some changes, is not an `Actor`.
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
 * Builds a distinct id for each row of an `insert … select` without a random function in SQL. The
 * id combines the time of a new UUIDv7 with a digest of that UUID and the row's id.
 */
function idPerRow(): RawBuilder<unknown> {
  const id = newId()
  const digest = sql`md5(${id}::text || id::text)`
  return sql`(${id.slice(0, 18)}::text || '-8' || left(${digest}, 3) || '-'
    || right(${digest}, 12))::uuid`
}
