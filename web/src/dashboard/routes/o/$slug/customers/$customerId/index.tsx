import { createFileRoute } from '@tanstack/react-router'
import { CustomerOverview } from '../../../../../customers/overview/customer-overview.tsx'

export const Route = createFileRoute('/o/$slug/customers/$customerId/')({
  component: CustomerOverview,
})
