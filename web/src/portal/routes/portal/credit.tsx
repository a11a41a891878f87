import { createFileRoute } from '@tanstack/react-router'
import { CreditPage } from '../../credit/credit-page.tsx'
import { creditSearch } from '../../credit/credit-search.ts'

export const Route = createFileRoute('/portal/credit')({
  validateSearch: creditSearch,
  component: () => <CreditPage search={Route.useSearch()} />,
})
