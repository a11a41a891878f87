import { useQueryClient } from '@tanstack/react-query'
import { useOrganization } from '../session/use-organization.ts'

/** What is done with an invoice changes lists, figures and what needs attention: all is read again. */
export function useRefreshAll() {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [slug] })
}
