import type { AnchorProps } from '@mantine/core'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

type Props = AnchorProps & { subscriptionId: string; name: string }

/** Links to the page of a subscription. */
export function SubscriptionLink({ subscriptionId, name, ...looks }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/subscriptions/$subscriptionId"
      params={{ slug, subscriptionId }}
      title={looks.truncate ? name : undefined}
      {...looks}
    >
      {name}
    </AnchorLink>
  )
}
