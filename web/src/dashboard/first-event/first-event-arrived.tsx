import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { UsageEvent } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { formatCost } from '../../ui/values/money.ts'
import { NO_COST_YET } from '../../ui/values/no-cost-yet.ts'
import { useOrganization } from '../session/use-organization.ts'

type Props = { event: UsageEvent; next: ReactNode }

/** The first event with its cost, and the button of the next step. */
export function FirstEventArrived({ event, next }: Props) {
  const { slug } = useOrganization()
  const { signal, customerName, usageCost, models } = event
  return (
    <Stack gap="sm" align="flex-start" role="status">
      <Stack gap={0}>
        <Text fz={24} fw={600} lh={1.3}>
          {usageCost === null ? NO_COST_YET : formatCost(usageCost)}
        </Text>
        <Text>
          Event received: <b>{signal.name}</b> for <b>{customerName}</b>.{' '}
          {usageCost === null
            ? `The catalog has no rate for ${models.join(', ')}.`
            : `That is what ${models.join(', ')} cost you.`}
        </Text>
      </Stack>
      <Group gap="md">
        {next}
        <AnchorLink to="/o/$slug/events" params={{ slug }} search={{ event: event.id }} size="sm">
          View event
        </AnchorLink>
      </Group>
    </Stack>
  )
}
