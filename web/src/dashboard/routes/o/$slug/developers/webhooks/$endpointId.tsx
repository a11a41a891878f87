import { createFileRoute } from '@tanstack/react-router'
import { deliveriesSearch } from '../../../../../webhooks/deliveries/deliveries-search.ts'
import { EndpointPage } from '../../../../../webhooks/endpoint/endpoint-page.tsx'

export const Route = createFileRoute('/o/$slug/developers/webhooks/$endpointId')({
  validateSearch: deliveriesSearch,
  component: EndpointRoute,
})

function EndpointRoute() {
  const navigate = Route.useNavigate()
  const { endpointId } = Route.useParams()
  return (
    <EndpointPage
      // Another endpoint begins without the state of this one.
      key={endpointId}
      endpointId={endpointId}
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}
