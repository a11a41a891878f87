import { useQueryClient } from '@tanstack/react-query'
import { attentionKey } from '../../api/attention.ts'
import { webhooksKey } from '../../api/webhook-endpoints.ts'
import { useOrganization } from '../session/use-organization.ts'

/** Invalidates endpoints, deliveries and announcements, and the list of what needs attention. */
export function useWebhooksRefresh() {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: webhooksKey(slug) }),
      queryClient.invalidateQueries({ queryKey: attentionKey(slug) }),
    ])
}
