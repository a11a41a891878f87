import { createFileRoute } from '@tanstack/react-router'
import { CustomerDetails } from '../../../../../customers/form/customer-details.tsx'

export const Route = createFileRoute('/o/$slug/customers/$customerId/details')({
  component: CustomerDetails,
})
