import { Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import type { Rejection, UsageEventDetail } from '../../api/api-types.ts'
import { Section } from '../../ui/layout/section.tsx'
import { NoRows } from '../../ui/states/empty.tsx'
import { unitsInWords } from '../../ui/values/quantity-in-words.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { AllowedButton } from '../session/allowed-button.tsx'

const RejectDialog = lazy(() => import('./reject-dialog.tsx'))
const WithdrawDialog = lazy(() => import('./withdraw-dialog.tsx'))

/** Rejections of an event, and the way to reject it or to withdraw the one in force. */
export function EventRejections({ event }: { event: UsageEventDetail }) {
  const { quantity, rejections } = event
  const [isOpen, opened] = useDisclosure()
  const current = rejections.find(({ state }) => state === 'accepted')
  const hasNoUnits = Number(quantity) === 0
  if (hasNoUnits && rejections.length === 0) return null
  return (
    <Section
      title="Rejections"
      action={
        <AllowedButton
          permission="correct_usage"
          variant="default"
          onClick={opened.open}
          refusal={
            hasNoUnits && current === undefined ? 'No unit of the event is billed' : undefined
          }
        >
          {current === undefined ? 'Reject' : 'Withdraw rejection'}
        </AllowedButton>
      }
    >
      {rejections.length === 0 && <NoRows>No units are rejected.</NoRows>}
      {rejections.map((rejection) => (
        <Entry key={rejection.id} rejection={rejection} />
      ))}
      <Suspense>
        {isOpen &&
          (current === undefined ? (
            <RejectDialog event={event} onClose={opened.close} />
          ) : (
            <WithdrawDialog rejection={current} onClose={opened.close} />
          ))}
      </Suspense>
    </Section>
  )
}

function Entry({ rejection }: { rejection: Rejection }) {
  const { quantity, rejectedAt, reason, actor, actorName } = rejection
  const { withdrawnAt, withdrawReason, withdrawnBy, withdrawnByName } = rejection
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={500}>
        {unitsInWords(quantity)} rejected, <Timestamp at={rejectedAt} />
      </Text>
      <Text size="sm" c="dimmed">
        By {actorName ?? actor}: {reason}
      </Text>
      {withdrawnAt !== null && (
        <>
          <Text size="sm" fw={500}>
            Withdrawn, <Timestamp at={withdrawnAt} />
          </Text>
          <Text size="sm" c="dimmed">
            By {withdrawnByName ?? withdrawnBy}
            {withdrawReason !== null && `: ${withdrawReason}`}
          </Text>
        </>
      )}
    </Stack>
  )
}
