import { createFileRoute } from '@tanstack/react-router'
import { NewCustomerPage } from '../../../../customers/new-customer-page.tsx'
import { Allowed } from '../../../../session/allowed.tsx'

export const Route = createFileRoute('/o/$slug/customers/new')({ component: NewCustomerRoute })

function NewCustomerRoute() {
  return (
    <Allowed title="New customer" permission="write">
      <NewCustomerPage />
    </Allowed>
  )
}
