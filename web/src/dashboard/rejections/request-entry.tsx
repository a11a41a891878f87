import { Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { RejectionRequest } from '../../api/api-types.ts'
import { unitsInWords } from '../../ui/values/quantity-in-words.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { AllowedButton } from '../session/allowed-button.tsx'

const AcceptDialog = lazy(() => import('./accept-dialog.tsx'))
const DeclineDialog = lazy(() => import('./decline-dialog.tsx'))

const DECISIONS = {
  accepted: 'Request accepted',
  declined: 'Request declined',
  withdrawn: 'Request withdrawn',
} as const

/** What the customer asked about an outcome, and the decision or the buttons for it. */
export function RequestEntry({ request }: { request: RejectionRequest }) {
  const { state, quantity, requestedAt, reason } = request
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={500}>
        The customer asks to reject {unitsInWords(quantity)}, <Timestamp at={requestedAt} />
      </Text>
      <Text size="sm" c="dimmed">
        {reason}
      </Text>
      {state === 'requested' ? <Decide request={request} /> : <Decided request={request} />}
    </Stack>
  )
}

function Decided({ request }: { request: RejectionRequest }) {
  const { state, decidedAt, decidedBy, decidedByName, declineReason } = request
  if (state === 'requested' || decidedAt === null) return null
  return (
    <>
      <Text size="sm" fw={500}>
        {DECISIONS[state]}, <Timestamp at={decidedAt} />
      </Text>
      <Text size="sm" c="dimmed">
        By {decidedByName ?? decidedBy ?? 'the plan'}
        {declineReason !== null && `: ${declineReason}`}
      </Text>
    </>
  )
}

function Decide({ request }: { request: RejectionRequest }) {
  const [decision, setDecision] = useState<'accept' | 'decline'>()
  const close = () => setDecision(undefined)
  return (
    <>
      <Group gap="sm" mt={8}>
        <AllowedButton
          permission="correct_usage"
          variant="default"
          onClick={() => setDecision('accept')}
        >
          Accept
        </AllowedButton>
        <AllowedButton
          permission="correct_usage"
          variant="default"
          onClick={() => setDecision('decline')}
        >
          Decline
        </AllowedButton>
      </Group>
      <Suspense>
        {decision === 'accept' && <AcceptDialog request={request} onClose={close} />}
        {decision === 'decline' && <DeclineDialog request={request} onClose={close} />}
      </Suspense>
    </>
  )
}
