import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Customer } from '../../api/api.gen.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { DeleteCustomer } from './delete-customer.tsx'

export function CustomerMenu({ customer }: { customer: Customer }) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const [isDeleting, deleting] = useDisclosure()
  return (
    <>
      <RowMenu of={customer.name}>
        <AllowedItem
          permission="write"
          icon={IconPencil}
          onClick={() =>
            void navigate({
              to: '/o/$slug/customers/$customerId/details',
              params: { slug, customerId: customer.id },
            })
          }
        >
          Edit
        </AllowedItem>
        <AllowedItem permission="delete" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
      <DeleteCustomer customer={customer} isOpen={isDeleting} onClose={deleting.close} />
    </>
  )
}
