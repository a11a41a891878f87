import { createFileRoute } from '@tanstack/react-router'
import { SubscriptionsPage } from '../../../../subscriptions/list/subscriptions-page.tsx'
import { subscriptionsSearch } from '../../../../subscriptions/list/subscriptions-search.ts'

export const Route = createFileRoute('/o/$slug/subscriptions/')({
  validateSearch: subscriptionsSearch,
  component: SubscriptionsRoute,
})

function SubscriptionsRoute() {
  const navigate = Route.useNavigate()
  return (
    <SubscriptionsPage
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === 'typed' })}
    />
  )
}
