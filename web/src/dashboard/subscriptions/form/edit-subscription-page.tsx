import { lazy, Suspense } from 'react'
import { Page } from '../../../ui/layout/page.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { ReadSubscription } from '../read-subscription.tsx'

const EditSubscriptionForm = lazy(() => import('./edit-subscription-form.tsx'))

const ABOUT =
  'Changing the start, time zone, billing cycle or billing day recalculates the billing periods; what is already invoiced does not change. Customer, plan and agent can be changed until one of the subscription’s invoices leaves draft; changing them voids its drafts.'

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
