import { createFileRoute } from '@tanstack/react-router'
import { ModelsPage } from '../../../../models/models-page.tsx'
import { modelsSearch } from '../../../../models/models-search.ts'

export const Route = createFileRoute('/o/$slug/developers/models')({
  validateSearch: modelsSearch,
  component: ModelsRoute,
})

function ModelsRoute() {
  const navigate = Route.useNavigate()
  return (
    <ModelsPage
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}
