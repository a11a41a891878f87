import { Paper, Stack, Text } from '@mantine/core'
import type { UsageEvent } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { formatCost } from '../../ui/values/money.ts'
import { useOrganization } from '../session/use-organization.ts'

/** The first event: its cost, or a link to map its model. */
export function FirstEventArrived({ event }: { event: UsageEvent }) {
  const { slug } = useOrganization()
  const { signal, customerName, usageCost, models } = event
  return (
    <Paper withBorder p="md" role="status">
      <Stack gap={8} align="flex-start">
        <Text>
          Event received: <b>{signal.name}</b> for <b>{customerName}</b>.{' '}
          {usageCost === null ? (
            <>Its cost is unknown: the catalog has no rate for {models.join(', ')}.</>
          ) : (
            <>
              It cost you <b>{formatCost(usageCost)}</b> of {models.join(', ')}.
            </>
          )}
        </Text>
        {usageCost === null && (
          <ButtonLink to="/o/$slug/unknown-costs" params={{ slug }}>
            Map the model
          </ButtonLink>
        )}
        <AnchorLink to="/o/$slug/events" params={{ slug }} search={{ event: event.id }} size="sm">
          View event
        </AnchorLink>
      </Stack>
    </Paper>
  )
}
