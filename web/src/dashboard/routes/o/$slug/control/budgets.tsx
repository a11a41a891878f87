import { createFileRoute } from '@tanstack/react-router'
import { BudgetsPage } from '../../../../control/budgets/budgets-page.tsx'
import { budgetsSearch } from '../../../../control/budgets/budgets-search.ts'

export const Route = createFileRoute('/o/$slug/control/budgets')({
  validateSearch: budgetsSearch,
  component: BudgetsRoute,
})

function BudgetsRoute() {
  const navigate = Route.useNavigate()
  return (
    <BudgetsPage
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}
