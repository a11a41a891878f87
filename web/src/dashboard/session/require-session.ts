import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { sessionQuery } from '../../api/session.ts'

/**
 * Returns the session. Without one, redirects to the sign-in page, which then returns to `href`.
 */
export async function requireSession(queryClient: QueryClient, href: string) {
  try {
    return await queryClient.ensureQueryData(sessionQuery)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    throw redirect({ to: '/sign-in', search: { to: href }, replace: true })
  }
}
