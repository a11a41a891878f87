import { useDisclosure } from '@mantine/hooks'
import { IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Customer } from '../../api/api-types.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { DeleteCustomer } from './delete-customer.tsx'

const PortalLinkDialog = lazy(() => import('./portal-link/portal-link-dialog.tsx'))

export function CustomerMenu({ customer }: { customer: Customer }) {
  const { slug, may } = useOrganization()
  const navigate = useNavigate()
  const [isDeleting, deleting] = useDisclosure()
  const [isLinking, linking] = useDisclosure()
  return (
    <>
      <RowMenu of={customer.name}>
        {may('portal_links') && (
          <AllowedItem permission="portal_links" icon={IconLink} onClick={linking.open}>
            Portal link
          </AllowedItem>
        )}
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
      <Suspense>
        {isLinking && <PortalLinkDialog customer={customer} onClose={linking.close} />}
      </Suspense>
      <DeleteCustomer customer={customer} isOpen={isDeleting} onClose={deleting.close} />
    </>
  )
}
