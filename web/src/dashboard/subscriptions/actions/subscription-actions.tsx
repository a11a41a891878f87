import { Group } from '@mantine/core'
import {
  IconAdjustments,
  IconArrowBackUp,
  IconCalendar,
  IconFileInvoice,
  IconPlayerPlay,
  IconReplace,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Subscription } from '../../../api/api-types.ts'
import { RowMenu } from '../../../ui/layout/row-menu.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { AllowedItem } from '../../session/allowed-item.tsx'
import { useOrganization } from '../../session/use-organization.ts'

const DIALOGS = {
  end: lazy(() => import('./end-dialog.tsx')),
  start: lazy(() => import('./start-dialog.tsx')),
  dates: lazy(() => import('./invoice-dates-dialog.tsx')),
  plan: lazy(() => import('./plan-dialog.tsx')),
  undoPlan: lazy(() => import('./undo-plan-dialog.tsx')),
  seats: lazy(() => import('./seats-dialog.tsx')),
  adjust: lazy(() => import('./adjust-dialog.tsx')),
  delete: lazy(() => import('./delete-dialog.tsx')),
} as const

const GenerateDialog = lazy(() => import('../../invoices/generate/generate-dialog.tsx'))

const OVER = 'The subscription has ended'
const REPLACED = 'A plan change ends the subscription'

/** Actions that the status of the subscription and the user's role allow. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const [open, setOpen] = useState<keyof typeof DIALOGS | 'generate'>()
  const { id, name, status, customerId, replacedById } = subscription
  const isOver = status === 'ended' ? OVER : undefined
  const isFixed = isOver ?? (replacedById === null ? undefined : REPLACED)
  const Dialog = open && open !== 'generate' && DIALOGS[open]
  const close = () => setOpen(undefined)
  return (
    <Group gap="sm">
      <AllowedButton
        permission="write"
        variant="default"
        onClick={() =>
          void navigate({
            to: '/o/$slug/subscriptions/$subscriptionId/edit',
            params: { slug, subscriptionId: id },
          })
        }
      >
        Edit
      </AllowedButton>
      <AllowedButton
        permission="write"
        refusal={isFixed}
        variant="default"
        onClick={() => setOpen('end')}
      >
        End
      </AllowedButton>
      <RowMenu of={name}>
        {replacedById === null || isOver ? (
          <AllowedItem
            permission="write"
            icon={IconReplace}
            refusal={isFixed}
            onClick={() => setOpen('plan')}
          >
            Change plan
          </AllowedItem>
        ) : (
          <AllowedItem
            permission="write"
            icon={IconArrowBackUp}
            onClick={() => setOpen('undoPlan')}
          >
            Undo plan change
          </AllowedItem>
        )}
        <AllowedItem
          permission="write"
          icon={IconPlayerPlay}
          refusal={
            isOver ?? (status === 'active' ? 'The subscription has already started' : undefined)
          }
          onClick={() => setOpen('start')}
        >
          Start now
        </AllowedItem>
        <AllowedItem
          permission="write"
          icon={IconCalendar}
          refusal={isFixed}
          onClick={() => setOpen('dates')}
        >
          Move invoice dates
        </AllowedItem>
        <AllowedItem
          permission="write"
          icon={IconUsers}
          refusal={isOver}
          onClick={() => setOpen('seats')}
        >
          Change seats
        </AllowedItem>
        <AllowedItem permission="write" icon={IconAdjustments} onClick={() => setOpen('adjust')}>
          Add an adjustment
        </AllowedItem>
        <AllowedItem
          permission="bill"
          icon={IconFileInvoice}
          refusal={status === 'upcoming' ? 'The subscription has not started yet' : undefined}
          onClick={() => setOpen('generate')}
        >
          Generate invoice
        </AllowedItem>
        <AllowedItem permission="delete" icon={IconTrash} onClick={() => setOpen('delete')}>
          Delete
        </AllowedItem>
      </RowMenu>
      <Suspense>
        {Dialog && <Dialog subscription={subscription} onClose={close} />}
        {open === 'generate' && (
          <GenerateDialog of={{ customerId, subscriptionId: id }} onClose={close} />
        )}
      </Suspense>
    </Group>
  )
}
