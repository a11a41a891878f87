import type { Draft } from '../session/draft.ts'
import { PROFILE_LABELS, type ProfileField } from './profile-texts.ts'

/** Returns a draft as names and values, for reading and copying. */
export function draftFacts(draft: Draft): [string, string][] {
  return Object.entries(draft).flatMap(([field, value]) => {
    const label = PROFILE_LABELS[field as ProfileField] as string | undefined
    return label === undefined ? [] : [[label, value === '' ? '–' : value]]
  })
}
