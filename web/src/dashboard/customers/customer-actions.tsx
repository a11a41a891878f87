import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconScale, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Customer } from '../../api/api-types.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedButton } from '../session/allowed-button.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { NewSubscriptionButton } from '../subscriptions/list/new-subscription-button.tsx'
import { DeleteCustomer } from './delete-customer.tsx'
import { GenerateInvoice } from './generate-invoice.tsx'

const CompareDialog = lazy(() => import('./compare/compare-dialog.tsx'))
const PortalLinkDialog = lazy(() => import('./portal-link/portal-link-dialog.tsx'))

export function CustomerActions({ customer }: { customer: Customer }) {
  const { slug, may } = useOrganization()
  const navigate = useNavigate()
  const [isDeleting, deleting] = useDisclosure()
  const [isLinking, linking] = useDisclosure()
  const [isComparing, comparing] = useDisclosure()
  const edit = () =>
    navigate({
      to: '/o/$slug/customers/$customerId/details',
      params: { slug, customerId: customer.id },
    })
  return (
    <Group gap="sm">
      {may('portal_links') && (
        <Button variant="default" onClick={linking.open}>
          Portal link
        </Button>
      )}
      <NewSubscriptionButton customerId={customer.id} variant="default" />
      <GenerateInvoice customerId={customer.id} />
      <AllowedButton permission="write" variant="default" onClick={() => void edit()}>
        Edit
      </AllowedButton>
      <RowMenu of={customer.name}>
        <AllowedItem permission="read" icon={IconScale} onClick={comparing.open}>
          Compare a count
        </AllowedItem>
        <AllowedItem permission="delete" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
      <Suspense>
        {isLinking && <PortalLinkDialog customer={customer} onClose={linking.close} />}
      </Suspense>
      <Suspense>
        {isComparing && <CompareDialog customer={customer} onClose={comparing.close} />}
      </Suspense>
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
