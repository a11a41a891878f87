import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Subscription } from '../../../api/api-types.ts'
import { subscriptionQuery } from '../../../api/subscriptions.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { formatDay } from '../../../ui/values/dates.ts'
import { useOrganization } from '../../session/use-organization.ts'

/** Links the subscriptions before and after a change of plan. */
export function PlanChangeNote({ subscription }: { subscription: Subscription }) {
  const { replacesId, replacedById } = subscription
  return (
    <>
      {replacesId !== null && <Before subscriptionId={replacesId} day={subscription.startDate} />}
      {replacedById !== null && <After subscriptionId={replacedById} />}
    </>
  )
}

function Before({ subscriptionId, day }: { subscriptionId: string; day: string }) {
  const { slug } = useOrganization()
  const { data } = useQuery(subscriptionQuery(slug, subscriptionId))
  if (!data) return null
  return (
    <Text>
      Follows <PlanOf subscription={data} /> by a change of plan on {formatDay(day)}.
    </Text>
  )
}

function After({ subscriptionId }: { subscriptionId: string }) {
  const { slug } = useOrganization()
  const { data } = useQuery(subscriptionQuery(slug, subscriptionId))
  if (!data) return null
  return (
    <Text>
      The plan changes to <PlanOf subscription={data} /> on {formatDay(data.startDate)}.
    </Text>
  )
}

function PlanOf({ subscription: { id, planName } }: { subscription: Subscription }) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/subscriptions/$subscriptionId"
      params={{ slug, subscriptionId: id }}
      inherit
    >
      {planName}
    </AnchorLink>
  )
}
