import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { portalSessionQuery } from '../../api/portal.ts'
import { LinkPage } from '../link/link-page.tsx'
import { PortalSessionContext } from '../session/portal-session.ts'
import { reasonOf, useSessionEnd } from '../session/session-end.ts'
import { Shell } from '../shell/shell.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { EndedPage } from './ended-page.tsx'
import { Unavailable } from './unavailable.tsx'

/** Shows the page to a customer with a session, and instructions to everyone else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const query = useQuery({
    ...portalSessionQuery,
    // A new link may have been opened in another tab; this tab adopts its session.
    refetchOnWindowFocus: 'always',
  })
  const { data: session, dataUpdatedAt, error } = query
  const end = useSessionEnd()
  useOneCustomer(session?.customerId)
  const isEnded = end !== undefined && end.at >= dataUpdatedAt
  useFreshData(isEnded)
  if (session === undefined) {
    if (error === null) return <Waiting />
    if (error instanceof ApiError && error.status === 401) {
      return <LinkPage state={reasonOf(error.code)} />
    }
    return <Unavailable error={error} onRetry={() => void query.refetch()} />
  }
  return (
    <PortalSessionContext value={session}>
      {isEnded ? (
        <EndedPage reason={end.reason} />
      ) : (
        <Shell readAt={dataUpdatedAt}>{children}</Shell>
      )}
    </PortalSessionContext>
  )
}

/** Reloads the page if a link to another account was opened in another tab. */
function useOneCustomer(customerId: string | undefined): void {
  const first = useRef(customerId)
  useEffect(() => {
    if (customerId === undefined) return
    first.current ??= customerId
    if (first.current !== customerId) location.reload()
  }, [customerId])
}

/** Removes data of an ended session, so that the next session reads it again. */
function useFreshData(isEnded: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isEnded) return
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }, [isEnded, queryClient])
}
