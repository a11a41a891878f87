import { useQuery } from '@tanstack/react-query'
import { subscriptionQuery } from '../../api/subscriptions.ts'
import { useOrganization } from '../session/use-organization.ts'

/** The subscription that bills an event. */
export function SubscriptionName({ subscriptionId }: { subscriptionId: string | null }) {
  const { slug } = useOrganization()
  const { data } = useQuery({
    ...subscriptionQuery(slug, subscriptionId ?? ''),
    enabled: subscriptionId !== null,
  })
  if (subscriptionId === null) return 'None (not billed)'
  return data?.name ?? subscriptionId
}
