import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Subscription } from '../../api/api-types.ts'
import { subscriptionQuery } from '../../api/subscriptions.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { useOrganization } from '../session/use-organization.ts'

type Props = { subscriptionId: string; children: (subscription: Subscription) => ReactNode }

/** Loads a subscription and passes it to `children`. */
export function ReadSubscription({ subscriptionId, children }: Props) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery(subscriptionQuery(slug, subscriptionId))
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <SubscriptionNotFound />
  if (data !== undefined) {
    return (
      <>
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {children(data)}
      </>
    )
  }
  return (
    <Page title="Subscription">
      {error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <LinesSkeleton lines={8} />
      )}
    </Page>
  )
}

/** Shown for a deleted subscription, one of another organization, and one that never existed. */
function SubscriptionNotFound() {
  const { slug } = useOrganization()
  return (
    <Page title="Subscription not found">
      <Empty
        title="It may have been deleted"
        action={
          <AnchorLink to="/o/$slug/subscriptions" params={{ slug }}>
            All subscriptions
          </AnchorLink>
        }
      >
        A deleted subscription can still be viewed if it has been invoiced. Any other is removed.
      </Empty>
    </Page>
  )
}
