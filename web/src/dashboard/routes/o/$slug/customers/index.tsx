import { createFileRoute } from '@tanstack/react-router'
import { CustomersPage } from '../../../../customers/customers-page.tsx'
import { customersSearch } from '../../../../customers/customers-search.ts'

export const Route = createFileRoute('/o/$slug/customers/')({
  validateSearch: customersSearch,
  component: CustomersRoute,
})

function CustomersRoute() {
  const navigate = Route.useNavigate()
  return (
    <CustomersPage
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === 'typed' })}
    />
  )
}
