import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerStop } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Discount } from '../../api/api-types.ts'
import { discountsKey, endDiscount } from '../../api/discounts.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'
import { useOrganization } from '../session/use-organization.ts'

export function EndDiscount({ discount: { id, name } }: { discount: Discount }) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [isEnding, ending] = useDisclosure()
  return (
    <>
      <RowMenu of={name}>
        <AllowedItem permission="delete" icon={IconPlayerStop} onClick={ending.open}>
          End discount
        </AllowedItem>
      </RowMenu>
      <ConfirmDialog
        title="End discount?"
        isOpen={isEnding}
        onClose={ending.close}
        action="End discount"
        run={async () => {
          await endDiscount(slug, id)
          toast(`${name} has ended`)
          await queryClient.invalidateQueries({ queryKey: discountsKey(slug) })
        }}
      >
        <Text>
          New invoices no longer include <b>{name}</b>, and drafts lose it when they are
          recalculated. Issued invoices keep it.
        </Text>
      </ConfirmDialog>
    </>
  )
}
