import { Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import type { Customer } from '../../api/api.gen.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { NewSubscriptionButton } from '../subscriptions/list/new-subscription-button.tsx'
import { DeleteCustomer } from './delete-customer.tsx'
import { GenerateInvoice } from './generate-invoice.tsx'

export function CustomerActions({ customer }: { customer: Customer }) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const [isDeleting, deleting] = useDisclosure()
  const edit = () =>
    navigate({
      to: '/o/$slug/customers/$customerId/details',
      params: { slug, customerId: customer.id },
    })
  return (
    <Group gap="sm">
      <NewSubscriptionButton customerId={customer.id} variant="default" />
      <GenerateInvoice customerId={customer.id} />
      <AllowedButton permission="write" variant="default" onClick={() => void edit()}>
        Edit
      </AllowedButton>
      <AllowedButton permission="delete" variant="default" onClick={deleting.open}>
        Delete
      </AllowedButton>
      <DeleteCustomer
        customer={customer}
        isOpen={isDeleting}
        onClose={deleting.close}
        onDeleted={() =>
          navigate({ to: '/o/$slug/customers', params: { slug }, ignoreBlocker: true })
        }
      />
    </Group>
  )
}
