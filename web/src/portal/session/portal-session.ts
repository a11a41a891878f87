import { createContext, useContext } from 'react'
import type { PortalVisit } from '../../api/api-types.ts'

export const PortalSessionContext = createContext<PortalVisit | undefined>(undefined)

/** Whose account this is, and whose pages these are. */
export function usePortalSession(): PortalVisit {
  const session = useContext(PortalSessionContext)
  if (session === undefined) throw new Error('Only pages behind a link have a session')
  return session
}
