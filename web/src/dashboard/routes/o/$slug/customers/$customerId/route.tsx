import { createFileRoute, Outlet } from '@tanstack/react-router'
import { CustomerFrame } from '../../../../../customers/customer-frame.tsx'

export const Route = createFileRoute('/o/$slug/customers/$customerId')({
  component: CustomerRoute,
})

function CustomerRoute() {
  const { customerId } = Route.useParams()
  return (
    <CustomerFrame key={customerId} customerId={customerId}>
      <Outlet />
    </CustomerFrame>
  )
}
