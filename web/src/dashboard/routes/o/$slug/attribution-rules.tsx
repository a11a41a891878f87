import { createFileRoute } from '@tanstack/react-router'
import { AttributionRulesPage } from '../../../attribution-rules/attribution-rules-page.tsx'

export const Route = createFileRoute('/o/$slug/attribution-rules')({
  component: AttributionRulesPage,
})
