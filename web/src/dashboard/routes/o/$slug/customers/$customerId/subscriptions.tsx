import { createFileRoute } from '@tanstack/react-router'
import { CustomerSubscriptions } from '../../../../../customers/tabs/customer-subscriptions.tsx'
import { tabSearch } from '../../../../../customers/tabs/tab-search.ts'

export const Route = createFileRoute('/o/$slug/customers/$customerId/subscriptions')({
  validateSearch: tabSearch,
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
