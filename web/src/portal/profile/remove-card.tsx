import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { PortalPaymentMethod } from '../../api/api-types.ts'
import { portalPaymentMethodsQuery, removePaymentMethod } from '../../api/portal.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { cardInWords } from '../paying/card-words.ts'

type Props = { method: PortalPaymentMethod; onClose: () => void }

export default function RemoveCard({ method, onClose }: Props) {
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title="Remove this card?"
      isOpen
      onClose={onClose}
      action="Remove card"
      run={async () => {
        await removePaymentMethod()
        await queryClient.invalidateQueries(portalPaymentMethodsQuery)
      }}
    >
      <Text>
        {cardInWords(method)} will no longer be charged. You pay future invoices yourself, through
        the link in their email or here.
      </Text>
    </ConfirmDialog>
  )
}
