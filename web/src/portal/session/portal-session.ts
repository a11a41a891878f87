import { createContext, useContext } from 'react'
import type { PortalVisit } from '../../api/api-types.ts'

export const PortalSessionContext = createContext<PortalVisit | undefined>(undefined)

/** Returns the customer's account and the organization whose portal this is. */
export function usePortalSession(): PortalVisit {
  const session = useContext(PortalSessionContext)
  if (session === undefined) throw new Error('Only pages behind a link have a session')
  return session
}
