import { lazy, Suspense } from 'react'
import { Page } from '../../../ui/layout/page.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { useBusinessTime } from '../../session/use-business-time.ts'

type Given = { customerId?: string | undefined; planId?: string | undefined }

/** Loaded lazily: a long form with pickers and a calendar. */
const NewSubscriptionForm = lazy(() => import('./new-subscription-form.tsx'))

const TITLE = 'New subscription'
const ABOUT = 'Puts a customer on a plan, for the work of one agent.'

/** Waits for business time, because the form starts with the current day. */
export function NewSubscriptionPage({ given }: { given: Given }) {
  const now = useBusinessTime()
  return (
    <Page title={TITLE} about={ABOUT}>
      <Suspense fallback={<LinesSkeleton lines={8} />}>
        {now === undefined ? (
          <LinesSkeleton lines={8} />
        ) : (
          <NewSubscriptionForm given={given} today={now.toISOString().slice(0, 10)} />
        )}
      </Suspense>
    </Page>
  )
}
