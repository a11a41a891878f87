import { createFileRoute } from '@tanstack/react-router'
import { WebhooksPage } from '../../../../../webhooks/webhooks-page.tsx'
import { webhooksSearch } from '../../../../../webhooks/webhooks-search.ts'

export const Route = createFileRoute('/o/$slug/developers/webhooks/')({
  validateSearch: webhooksSearch,
  component: WebhooksRoute,
})

function WebhooksRoute() {
  const navigate = Route.useNavigate()
  return (
    <WebhooksPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
  )
}
