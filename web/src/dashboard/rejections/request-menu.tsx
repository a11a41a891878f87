import { IconCheck, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { RejectionRequest } from '../../api/api-types.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'

const AcceptDialog = lazy(() => import('./accept-dialog.tsx'))
const DeclineDialog = lazy(() => import('./decline-dialog.tsx'))

/** Accepts or declines an open request of a customer. */
export function RequestMenu({ request }: { request: RejectionRequest }) {
  const [decision, setDecision] = useState<'accept' | 'decline'>()
  const close = () => setDecision(undefined)
  return (
    <>
      <RowMenu of={request.signalName}>
        <AllowedItem
          permission="correct_usage"
          icon={IconCheck}
          onClick={() => setDecision('accept')}
        >
          Accept
        </AllowedItem>
        <AllowedItem permission="correct_usage" icon={IconX} onClick={() => setDecision('decline')}>
          Decline
        </AllowedItem>
      </RowMenu>
      <Suspense>
        {decision === 'accept' && <AcceptDialog request={request} onClose={close} />}
        {decision === 'decline' && <DeclineDialog request={request} onClose={close} />}
      </Suspense>
    </>
  )
}
