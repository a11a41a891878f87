import { createFileRoute } from '@tanstack/react-router'
import { AnnouncementsPage } from '../../../../webhooks/announcements/announcements-page.tsx'
import { announcementsSearch } from '../../../../webhooks/announcements/announcements-search.ts'

export const Route = createFileRoute('/o/$slug/developers/announcements')({
  validateSearch: announcementsSearch,
  component: AnnouncementsRoute,
})

function AnnouncementsRoute() {
  const navigate = Route.useNavigate()
  return (
    <AnnouncementsPage
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}
