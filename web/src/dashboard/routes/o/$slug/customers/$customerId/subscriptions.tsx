import { createFileRoute } from '@tanstack/react-router'
import { CustomerSubscriptions } from '../../../../../customers/tabs/customer-subscriptions.tsx'
import { subscriptionsTabSearch } from '../../../../../customers/tabs/tab-search.ts'

export const Route = createFileRoute('/o/$slug/customers/$customerId/subscriptions')({
  validateSearch: subscriptionsTabSearch,
  component: SubscriptionsRoute,
})

function SubscriptionsRoute() {
  const navigate = Route.useNavigate()
  return (
    <CustomerSubscriptions
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
