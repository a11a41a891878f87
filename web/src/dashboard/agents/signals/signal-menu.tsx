import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArchive, IconPencil, IconRestore, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { Signal } from '../../../api/api-types.ts'
import { deleteSignal, updateSignal } from '../../../api/signals.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { RowMenu } from '../../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../../session/allowed-item.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useAgentsRefresh, useSwitch } from '../use-refresh.ts'

const RenameSignalDialog = lazy(() => import('./rename-signal-dialog.tsx'))

export function SignalMenu({ signal }: { signal: Signal }) {
  const { slug } = useOrganization()
  const [isRenaming, renaming] = useDisclosure()
  const [isDeleting, deleting] = useDisclosure()
  const { mutate } = useSwitch(slug, (isActive) => updateSignal(slug, signal.id, { isActive }))
  return (
    <>
      <RowMenu of={signal.name}>
        <AllowedItem permission="write" icon={IconPencil} onClick={renaming.open}>
          Rename
        </AllowedItem>
        <AllowedItem
          permission="write"
          icon={signal.isActive ? IconArchive : IconRestore}
          onClick={() => mutate(!signal.isActive)}
        >
          {signal.isActive ? 'Retire' : 'Activate'}
        </AllowedItem>
        <AllowedItem permission="delete" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
      <DeleteSignal signal={signal} isOpen={isDeleting} onClose={deleting.close} />
      <Suspense>
        {isRenaming && <RenameSignalDialog signal={signal} onClose={renaming.close} />}
      </Suspense>
    </>
  )
}

type DeleteProps = { signal: Signal; isOpen: boolean; onClose: () => void }

function DeleteSignal({ signal: { id, name }, isOpen, onClose }: DeleteProps) {
  const { slug } = useOrganization()
  const refresh = useAgentsRefresh(slug)
  return (
    <ConfirmDialog
      title="Delete signal?"
      isOpen={isOpen}
      onClose={onClose}
      action="Delete signal"
      run={async () => {
        await deleteSignal(slug, id)
        toast(`${name} is deleted`)
        await refresh()
      }}
    >
      <Text>
        <b>{name}</b> is removed from your lists, and its names can be used again. Its usage is
        kept. A signal that a plan prices cannot be deleted; retire it instead.
      </Text>
    </ConfirmDialog>
  )
}
