import { createFileRoute } from '@tanstack/react-router'
import { SubscriptionPage } from '../../../../../subscriptions/subscription-page.tsx'
import { subscriptionSearch } from '../../../../../subscriptions/subscription-search.ts'

export const Route = createFileRoute('/o/$slug/subscriptions/$subscriptionId/')({
  validateSearch: subscriptionSearch,
  component: SubscriptionRoute,
})

function SubscriptionRoute() {
  const { subscriptionId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <SubscriptionPage
      key={subscriptionId}
      subscriptionId={subscriptionId}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
