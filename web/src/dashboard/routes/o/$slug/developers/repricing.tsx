import { createFileRoute } from '@tanstack/react-router'
import { RepricingPage } from '../../../../repricing/repricing-page.tsx'
import { repricingSearch } from '../../../../repricing/repricing-search.ts'

export const Route = createFileRoute('/o/$slug/developers/repricing')({
  validateSearch: repricingSearch,
  component: RepricingRoute,
})

function RepricingRoute() {
  const navigate = Route.useNavigate()
  return (
    <RepricingPage
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}
