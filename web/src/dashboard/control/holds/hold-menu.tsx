import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLockOpen } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Hold } from '../../../api/api-types.ts'
import { budgetsKey } from '../../../api/budgets.ts'
import { guardKey, releaseHold } from '../../../api/guard.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { RowMenu } from '../../../ui/layout/row-menu.tsx'
import { formatCost } from '../../../ui/values/money.ts'
import { AllowedItem } from '../../session/allowed-item.tsx'
import { useOrganization } from '../../session/use-organization.ts'

/** Releases the hold of a run that will not end by itself, such as of a program that crashed. */
export function HoldMenu({ hold: { id, runId, heldCostUsd, closedAt } }: { hold: Hold }) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [isReleasing, releasing] = useDisclosure()
  return (
    <>
      <RowMenu of={runId}>
        <AllowedItem
          permission="write"
          icon={IconLockOpen}
          refusal={closedAt === null ? undefined : 'The run has ended. Its cost is not known yet.'}
          onClick={releasing.open}
        >
          Release
        </AllowedItem>
      </RowMenu>
      <ConfirmDialog
        title="Release hold?"
        isOpen={isReleasing}
        onClose={releasing.close}
        action="Release hold"
        run={async () => {
          await releaseHold(slug, id)
          toast(`The hold of ${runId} is released`)
          await Promise.all([
            queryClient.invalidateQueries({ queryKey: guardKey(slug) }),
            queryClient.invalidateQueries({ queryKey: budgetsKey(slug) }),
          ])
        }}
      >
        <Text style={{ overflowWrap: 'anywhere' }}>
          <b>{formatCost(heldCostUsd)}</b> of the run <b>{runId}</b> are no longer held, and it
          cannot ask again. If it is still under way, what it costs from now on is only counted.
        </Text>
      </ConfirmDialog>
    </>
  )
}
