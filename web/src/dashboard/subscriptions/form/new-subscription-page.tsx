import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { subscriptionStartQuery } from '../../../api/subscriptions.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { useBusinessTime } from '../../session/use-business-time.ts'
import { useOrganization } from '../../session/use-organization.ts'

type Given = { customerId?: string | undefined; planId?: string | undefined }

/** Loaded lazily: a long form with pickers and a calendar. */
const NewSubscriptionForm = lazy(() => import('./new-subscription-form.tsx'))

const TITLE = 'New subscription'
const ABOUT = 'Puts a customer on a plan, for the work of one agent.'

/** Waits for the initial values: the current day of business time, the customer and the plan. */
export function NewSubscriptionPage({ given }: { given: Given }) {
  const { slug } = useOrganization()
  const now = useBusinessTime()
  const start = useQuery({ ...subscriptionStartQuery(slug, given), retry: false })
  return (
    <Page title={TITLE} about={ABOUT}>
      <Suspense fallback={<LinesSkeleton lines={8} />}>
        {now === undefined || start.isPending ? (
          <LinesSkeleton lines={8} />
        ) : (
          <NewSubscriptionForm
            given={start.data ?? { customerId: given.customerId, plan: undefined }}
            today={now.toISOString().slice(0, 10)}
          />
        )}
      </Suspense>
    </Page>
  )
}
