import { createFileRoute } from '@tanstack/react-router'
import { ApiKeysPage } from '../../../../keys/api-keys-page.tsx'
import { apiKeysSearch } from '../../../../keys/api-keys-search.ts'
import { Allowed } from '../../../../session/allowed.tsx'

export const Route = createFileRoute('/o/$slug/developers/keys')({
  validateSearch: apiKeysSearch,
  component: ApiKeysRoute,
})

function ApiKeysRoute() {
  const navigate = Route.useNavigate()
  return (
    <Allowed title="API keys" permission="keys">
      <ApiKeysPage
        search={Route.useSearch()}
        onSearch={(search, how) => void navigate({ search, replace: how === 'typed' })}
      />
    </Allowed>
  )
}
