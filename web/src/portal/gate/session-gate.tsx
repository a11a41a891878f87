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

/** Shows a page to whoever came by a link, and to everybody else what to do. */
export function SessionGate({ children }: { children: ReactNode }) {
  const query = useQuery({
    ...portalSessionQuery,
    // A fresh link may have been opened in another tab: this one goes on with it.
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

/** A link to another account, opened in another tab, has taken this browser over: begin anew. */
function useOneCustomer(customerId: string | undefined): void {
  const first = useRef(customerId)
  useEffect(() => {
    if (customerId === undefined) return
    first.current ??= customerId
    if (first.current !== customerId) location.reload()
  }, [customerId])
}

/** What was read in a session that is over is read again in the next one. */
function useFreshData(isEnded: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isEnded) return
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }, [isEnded, queryClient])
}
