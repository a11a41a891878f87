import { isDeepStrictEqual } from 'node:util'
import type { SubscriptionStatus } from '../../../domain/subscription-status.ts'
import type { FieldChange } from '../../changelog/entries.ts'
import type { Fields } from '../terms/fields.ts'
import { shownFields } from '../terms/shown-fields.ts'

type Shown = Fields & { status: SubscriptionStatus }

/** The fields as answers show them: what the history of a subscription speaks of. */
function toShown({ status, ...fields }: Shown): Record<string, unknown> {
  const { name, ...others } = shownFields(fields)
  return { name, status, ...others }
}

export function changesBetween(before: Shown, after: Shown): FieldChange[] {
  return difference(toShown(before), toShown(after))
}

/** Creation is a change too: from nothing to what it is. */
export function changesOfCreation(created: Shown, parties: Record<string, string>): FieldChange[] {
  return difference({}, { ...parties, ...toShown(created) })
}

export function difference(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): FieldChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const [from, to] = [before[field] ?? null, value ?? null]
    return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }]
  })
}
