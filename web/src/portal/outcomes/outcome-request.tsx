import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { PortalRejectionRequest } from '../../api/api-types.ts'
import { withdrawPortalRequest } from '../../api/portal.ts'
import { Problem } from '../../ui/states/problem.tsx'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { unitsInWords } from '../../ui/values/quantity-in-words.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useRefreshOutcomes } from './refresh-outcomes.ts'
import { stateOf } from './request-words.ts'

/** What the customer asked about an outcome, its state, and the way to withdraw it while it is open. */
export function OutcomeRequest({ request }: { request: PortalRejectionRequest }) {
  const { state, quantity, reason, requestedAt, decidedAt, declineReason, restoredAt } = request
  return (
    <Stack gap={4} component="section" aria-label="Your request">
      <Group gap="sm">
        <Text size="sm" fw={500}>
          You asked not to be billed for {unitsInWords(quantity)}
        </Text>
        <StateBadge {...stateOf(request)} />
      </Group>
      <Text size="sm">{reason}</Text>
      <Text size="sm" c="dimmed">
        Sent <Timestamp at={requestedAt} />
        {decidedAt !== null && (
          <>
            , {state} <Timestamp at={decidedAt} />
          </>
        )}
        {restoredAt !== null && (
          <>
            , billed again <Timestamp at={restoredAt} />
          </>
        )}
      </Text>
      {declineReason !== null && <Text size="sm">Answer: {declineReason}</Text>}
      {state === 'requested' && <Withdraw requestId={request.id} />}
    </Stack>
  )
}

function Withdraw({ requestId }: { requestId: string }) {
  const refresh = useRefreshOutcomes()
  const withdraw = useMutation({
    mutationFn: () => withdrawPortalRequest(requestId),
    onSuccess: refresh,
  })
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        variant="default"
        size="xs"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate()}
      >
        Withdraw request
      </Button>
      {withdraw.error && <Problem error={withdraw.error} />}
    </Stack>
  )
}
