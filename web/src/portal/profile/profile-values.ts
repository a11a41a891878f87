import type { PortalProfile, PortalProfileUpdate } from '../../api/api-types.ts'
import { PROFILE_LABELS, type ProfileField } from './profile-texts.ts'

const FIELDS = Object.keys(PROFILE_LABELS) as ProfileField[]

/** Form values. An empty text means none; email addresses are on separate lines. */
export type ProfileValues = Record<ProfileField, string>

export function valuesOf(profile: PortalProfile): ProfileValues {
  const values = FIELDS.map((field) => {
    const value = profile[field]
    return [field, Array.isArray(value) ? value.join('\n') : (value ?? '')]
  })
  return Object.fromEntries(values)
}

/** Returns the values that differ from the saved ones. */
export function changesOf(before: ProfileValues, after: ProfileValues): Partial<ProfileValues> {
  const changed = FIELDS.filter((field) => before[field].trim() !== after[field].trim())
  return Object.fromEntries(changed.map((field) => [field, after[field]]))
}

/**
 * Converts the changes to a request body. Unchanged fields are left out, so that concurrent changes
 * to them survive.
 */
export function toBody(changes: Partial<ProfileValues>): PortalProfileUpdate {
  const body = Object.entries(changes).map(([field, value]) => {
    if (field === 'invoiceEmailRecipients') return [field, value.split(/[\s,;]+/).filter(Boolean)]
    return [field, field === 'name' ? value.trim() : value.trim() || null]
  })
  return Object.fromEntries(body)
}
