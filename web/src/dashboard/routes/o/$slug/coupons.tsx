import { createFileRoute } from '@tanstack/react-router'
import { CouponsPage } from '../../../coupons/coupons-page.tsx'
import { couponsSearch } from '../../../coupons/coupons-search.ts'

export const Route = createFileRoute('/o/$slug/coupons')({
  validateSearch: couponsSearch,
  component: CouponsRoute,
})

function CouponsRoute() {
  const navigate = Route.useNavigate()
  return (
    <CouponsPage
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === 'typed' })}
    />
  )
}
