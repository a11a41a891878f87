import type { PortalProfile, PortalProfileUpdate } from '../../api/api-types.ts'
import { PROFILE_LABELS, type ProfileField } from './profile-texts.ts'

const FIELDS = Object.keys(PROFILE_LABELS) as ProfileField[]

/** What is typed; an empty text is none, and addresses stand on lines of their own. */
export type ProfileValues = Record<ProfileField, string>

export function valuesOf(profile: PortalProfile): ProfileValues {
  const values = FIELDS.map((field) => {
    const value = profile[field]
    return [field, Array.isArray(value) ? value.join('\n') : (value ?? '')]
  })
  return Object.fromEntries(values)
}

/** What somebody has typed that is not so yet. */
export function changesOf(before: ProfileValues, after: ProfileValues): Partial<ProfileValues> {
  const changed = FIELDS.filter((field) => before[field].trim() !== after[field].trim())
  return Object.fromEntries(changed.map((field) => [field, after[field]]))
}

/** The same as the API takes it: what was not changed stays as it is, whoever changes it meanwhile. */
export function toBody(changes: Partial<ProfileValues>): PortalProfileUpdate {
  const body = Object.entries(changes).map(([field, value]) => {
    if (field === 'invoiceEmailRecipients') return [field, value.split(/[\s,;]+/).filter(Boolean)]
    return [field, field === 'name' ? value.trim() : value.trim() || null]
  })
  return Object.fromEntries(body)
}
