import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Customer } from '../../api/api-types.ts'
import { customersKey, deleteCustomer } from '../../api/customers.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { useOrganization } from '../session/use-organization.ts'

type Props = {
  customer: Pick<Customer, 'id' | 'name'>
  isOpen: boolean
  onClose: () => void
  /** Called when the page of the customer no longer exists. */
  onDeleted?: () => Promise<unknown>
}

export function DeleteCustomer({ customer: { id, name }, isOpen, onClose, onDeleted }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title="Delete customer?"
      isOpen={isOpen}
      onClose={onClose}
      action="Delete customer"
      run={async () => {
        await deleteCustomer(slug, id)
        toast(`${name} is deleted`)
        await onDeleted?.()
        await queryClient.invalidateQueries({ queryKey: [...customersKey(slug), 'list'] })
      }}
    >
      <Text>
        <b>{name}</b> is removed from your lists, and its external id can be used again. Its usage
        and invoices are kept. This cannot be undone.
      </Text>
    </ConfirmDialog>
  )
}
