import { createFileRoute } from '@tanstack/react-router'
import { UsagePage } from '../../usage/usage-page.tsx'
import { usageSearch } from '../../usage/usage-search.ts'

export const Route = createFileRoute('/portal/usage')({
  validateSearch: usageSearch,
  component: () => <UsagePage search={Route.useSearch()} />,
})
