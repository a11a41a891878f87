import { createFileRoute } from '@tanstack/react-router'
import { CustomerEvents } from '../../../../../customers/tabs/customer-events.tsx'
import { eventsTabSearch } from '../../../../../customers/tabs/tab-search.ts'

export const Route = createFileRoute('/o/$slug/customers/$customerId/events')({
  validateSearch: eventsTabSearch,
  component: EventsRoute,
})

function EventsRoute() {
  const navigate = Route.useNavigate()
  return (
    <CustomerEvents search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
  )
}
