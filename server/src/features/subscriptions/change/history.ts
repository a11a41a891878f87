import { isDeepStrictEqual } from 'node:util'
import type { SubscriptionStatus } from '../../../domain/subscription-status.ts'
import type { FieldChange } from '../../changelog/entries.ts'
import type { Fields } from '../terms/fields.ts'
import { shownFields } from '../terms/shown-fields.ts'

type Shown = Fields & { status: SubscriptionStatus }

/** Returns the fields as the API shows them; the changelog compares these. */
function toShown({ status, ...fields }: Shown): Record<string, unknown> {
  const { name, ...others } = shownFields(fields)
  return { name, status, ...others }
}

export function changesBetween(before: Shown, after: Shown): FieldChange[] {
  return difference(toShown(before), toShown(after))
}

/** Returns the changelog of a creation: every field changes from null to its value. */
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
