import { useQueryClient } from '@tanstack/react-query'
import type { Subscription } from '../../../api/api-types.ts'
import { subscriptionQuery } from '../../../api/subscriptions.ts'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { useOrganization } from '../../session/use-organization.ts'

export type DialogProps = { subscription: Subscription; onClose: () => void }

/** Invalidates drafts, periods and figures after a change of a subscription. */
export function useChange() {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  return (after: Subscription, message: string) => {
    queryClient.setQueryData(subscriptionQuery(slug, after.id).queryKey, after)
    void queryClient.invalidateQueries({ queryKey: [slug] })
    toast(message)
  }
}
