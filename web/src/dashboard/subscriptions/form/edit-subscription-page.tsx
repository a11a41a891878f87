import { lazy, Suspense } from 'react'
import { Page } from '../../../ui/layout/page.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { ReadSubscription } from '../read-subscription.tsx'

const EditSubscriptionForm = lazy(() => import('./edit-subscription-form.tsx'))

const ABOUT =
  'The start, the zone, the cycle and the billing day count the billing periods anew; what is invoiced already stays as it is. Customer, plan and agent can change until one of its invoices leaves draft, which voids its drafts.'

export function EditSubscriptionPage({ subscriptionId }: { subscriptionId: string }) {
  return (
    <ReadSubscription subscriptionId={subscriptionId}>
      {(subscription) => (
        <Page title={`Edit ${subscription.name}`} about={ABOUT}>
          <Suspense fallback={<LinesSkeleton lines={8} />}>
            <EditSubscriptionForm subscription={subscription} />
          </Suspense>
        </Page>
      )}
    </ReadSubscription>
  )
}
