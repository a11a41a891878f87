import { useSyncExternalStore } from 'react'

/** Time zone for displaying timestamps: the browser's own, or UTC. */
export type Zone = 'local' | 'utc'

/** Possible numbers of rows per page. */
export const PAGE_SIZES = [25, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** Preferences stored in this browser; `READERS` supplies the defaults. */
type Preferences = {
  zone: Zone
  pageSize: PageSize
  singleKeys: 'on' | 'off'
  /** Slug of the last visited organization. */
  organization: string
  /** Ids of the organizations without first steps, separated by spaces. */
  startedOrganizations: string
}

const READERS: { [Name in keyof Preferences]: (text: string) => Preferences[Name] } = {
  zone: (text) => (text === 'utc' ? 'utc' : 'local'),
  pageSize: (text) => PAGE_SIZES.find((size) => String(size) === text) ?? 25,
  singleKeys: (text) => (text === 'off' ? 'off' : 'on'),
  organization: (text) => text,
  startedOrganizations: (text) => text,
}

const listeners = new Set<() => void>()
/** If the browser forbids storage, a preference lasts until the page is left. */
const chosen = new Map<string, string>()

const keyOf = (name: string) => `piecework-${name}`

export function readPreference<Name extends keyof Preferences>(name: Name): Preferences[Name] {
  return READERS[name](stored(name))
}

export function setPreference<Name extends keyof Preferences>(
  name: Name,
  value: Preferences[Name],
): void {
  storeText(name, String(value))
}

export function storeText(name: string, text: string): void {
  chosen.set(name, text)
  try {
    localStorage.setItem(keyOf(name), text)
  } catch {
    // Storage is forbidden; `chosen` keeps the text.
  }
  for (const listener of listeners) listener()
}

/** Text that is kept in this browser under a name that is not a preference of its own. */
export const useStoredText = (name: string) => useSyncExternalStore(subscribe, () => stored(name))

export function usePreference<Name extends keyof Preferences>(name: Name): Preferences[Name] {
  return useSyncExternalStore(subscribe, () => readPreference(name))
}

function stored(name: string): string {
  try {
    return localStorage.getItem(keyOf(name)) ?? chosen.get(name) ?? ''
  } catch {
    return chosen.get(name) ?? ''
  }
}

/** Also notifies of changes made in other tabs. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
