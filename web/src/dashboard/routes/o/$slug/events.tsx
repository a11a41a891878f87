import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '../../../events/events-page.tsx'
import { eventsSearch } from '../../../events/events-search.ts'

export const Route = createFileRoute('/o/$slug/events')({
  validateSearch: eventsSearch,
  component: EventsRoute,
})

function EventsRoute() {
  const navigate = Route.useNavigate()
  return (
    <EventsPage
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}
