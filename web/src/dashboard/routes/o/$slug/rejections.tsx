import { createFileRoute } from '@tanstack/react-router'
import { RejectionsPage } from '../../../rejections/rejections-page.tsx'
import { rejectionsSearch } from '../../../rejections/rejections-search.ts'

export const Route = createFileRoute('/o/$slug/rejections')({
  validateSearch: rejectionsSearch,
  component: RejectionsRoute,
})

function RejectionsRoute() {
  const navigate = Route.useNavigate()
  return (
    <RejectionsPage
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}
