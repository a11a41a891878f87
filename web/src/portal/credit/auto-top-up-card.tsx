import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PortalAutoTopUp } from '../../api/api-types.ts'
import { switchOffPortalAutoTopUp } from '../../api/portal.ts'
import { offReason, STATES, termsInWords } from '../../ui/billing/auto-top-up-words.ts'
import { Problem } from '../../ui/states/problem.tsx'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { dayIn, formatDay } from '../../ui/values/dates.ts'
import { usePortalSession } from '../session/portal-session.ts'

type Props = {
  autoTopUp: PortalAutoTopUp
  /** Opens its terms; undefined without a saved card. */
  onChange: (() => void) | undefined
}

/** One agreement of the customer, with its state. */
export function AutoTopUpCard({ autoTopUp, onChange }: Props) {
  const { id, status, currency, stopReason, nextAttemptAt, failures } = autoTopUp
  const { timezone } = usePortalSession()
  const queryClient = useQueryClient()
  const off = useMutation({
    mutationFn: () => switchOffPortalAutoTopUp(id),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  return (
    <Paper withBorder p="md" component="section" aria-label={`Automatic top-up in ${currency}`}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text fw={500}>{termsInWords(autoTopUp)}</Text>
          <StateBadge {...STATES[status]} />
        </Group>
        {nextAttemptAt !== null && (
          <Text size="sm">
            {failures > 0 && 'The last charge failed. '}
            Nothing is charged before {formatDay(dayIn(nextAttemptAt, timezone))}.
          </Text>
        )}
        {stopReason !== null && <Text size="sm">{offReason(stopReason)}</Text>}
        {status !== 'off' && (
          <Group gap="sm">
            {onChange && (
              <Button variant="default" onClick={onChange}>
                Change
              </Button>
            )}
            <Button variant="default" loading={off.isPending} onClick={() => off.mutate()}>
              Switch off
            </Button>
          </Group>
        )}
        {off.error && <Problem error={off.error} />}
      </Stack>
    </Paper>
  )
}
