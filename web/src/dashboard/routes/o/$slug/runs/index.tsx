import { createFileRoute } from '@tanstack/react-router'
import { RunsPage } from '../../../../runs/runs-page.tsx'
import { runsSearch } from '../../../../runs/runs-search.ts'

export const Route = createFileRoute('/o/$slug/runs/')({
  validateSearch: runsSearch,
  component: RunsRoute,
})

function RunsRoute() {
  const navigate = Route.useNavigate()
  return (
    <RunsPage
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}
