import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { deletePrice } from '../../../api/prices.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { usePlansRefresh } from '../use-plans-refresh.ts'
import type { Draft } from './draft.ts'

type Props = { planId: string; draft: Draft; title: string; onRemoved: () => void }

/** Removes an unsaved price immediately; a saved one is deleted after confirmation. */
export function RemovePrice({ planId, draft: { id }, title, onRemoved }: Props) {
  const { slug, refusalOf } = useOrganization()
  const refresh = usePlansRefresh()
  const [isAsking, asking] = useDisclosure()
  const reason = id === undefined ? undefined : refusalOf('delete')
  const label = id === undefined ? `Remove ${title}` : `Delete ${title}`
  return (
    <>
      <Tooltip label={reason ?? label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={label}
          {...(reason === undefined
            ? { onClick: id === undefined ? onRemoved : asking.open }
            : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason })}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        title="Delete price?"
        isOpen={isAsking}
        onClose={asking.close}
        action="Delete price"
        run={async () => {
          if (id === undefined) return
          await deletePrice(slug, { planId, strategyId: id })
          onRemoved()
          toast(`${title} is deleted`)
          await refresh()
        }}
      >
        <Text>
          <b>{title}</b> is no longer billed, including in billing periods that are not invoiced
          yet. To keep it for later, deactivate it instead.
        </Text>
      </ConfirmDialog>
    </>
  )
}
