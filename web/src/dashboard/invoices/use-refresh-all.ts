import { useQueryClient } from '@tanstack/react-query'
import { useOrganization } from '../session/use-organization.ts'

/**
 * Invalidates all queries: an action on an invoice changes lists, figures and items that need
 * attention.
 */
export function useRefreshAll() {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [slug] })
}
