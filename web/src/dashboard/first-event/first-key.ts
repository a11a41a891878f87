import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { createApiKey } from '../../api/api-keys.ts'
import { sessionQuery } from '../../api/session.ts'
import { newKey } from '../../ui/forms/new-key.ts'

export const FIRST_KEY = { name: 'First event', type: 'secret', scope: 'record' } as const

/**
 * The key of the command, in memory only: the service returns its value once, and the browser does
 * not store it.
 */
export const firstKeyQuery = (slug: string) =>
  queryOptions<string>({
    queryKey: [slug, 'first-key'],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/**
 * Creates a recording key for the only organization of a person who has just signed in. Returns
 * undefined if that fails, because the page offers to create one.
 */
export async function createFirstKey(queryClient: QueryClient) {
  try {
    const { memberships } = await queryClient.fetchQuery(sessionQuery)
    const [first, ...others] = memberships
    if (first === undefined || others.length > 0) return undefined
    const { slug } = first.organization
    const { key } = await createApiKey(slug, FIRST_KEY, newKey())
    return key === null ? undefined : { slug, key }
  } catch {
    return undefined
  }
}
