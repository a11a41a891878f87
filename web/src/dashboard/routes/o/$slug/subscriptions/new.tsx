import { createFileRoute } from '@tanstack/react-router'
import { readSearch, uuid } from '../../../../../ui/url/search-readers.ts'
import { Allowed } from '../../../../session/allowed.tsx'
import { NewSubscriptionPage } from '../../../../subscriptions/form/new-subscription-page.tsx'

export const Route = createFileRoute('/o/$slug/subscriptions/new')({
  validateSearch: readSearch({ customerId: uuid, planId: uuid }),
  component: NewSubscriptionRoute,
})

function NewSubscriptionRoute() {
  return (
    <Allowed title="New subscription" permission="write">
      <NewSubscriptionPage given={Route.useSearch()} />
    </Allowed>
  )
}
