import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { UsageEvent } from '../../../api/api-types.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { usePreference } from '../../../ui/preferences/preferences.ts'
import { Problem } from '../../../ui/states/problem.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { useBusinessTime } from '../../session/use-business-time.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { costInWords, periodInWords } from './cost-in-words.ts'
import { CostParts } from './cost-parts.tsx'
import { FirstCostSkeleton } from './first-cost-skeleton.tsx'
import { useFirstCost } from './use-first-cost.ts'
import { WhatIsMissing } from './what-is-missing.tsx'

type Props = {
  /** The latest events, the newest first. */
  events: readonly [UsageEvent, ...UsageEvent[]]
  next: ReactNode
}

/** What the first runs cost, by customer, agent and model, and the next step. */
export function FirstCost({ events, next }: Props) {
  const [latest] = events
  const zone = usePreference('zone')
  const now = useBusinessTime()
  const { first, days, costs } = useFirstCost(latest)
  if (costs.error) {
    return <Problem error={costs.error} onRetry={() => void costs.refetch()} />
  }
  return (
    <Stack gap="md" align="stretch">
      <Stack gap={4} role="status">
        <Text fz={24} fw={600} lh={1.3} mih="1.3em" style={{ overflowWrap: 'anywhere' }}>
          {costs.data && now && costInWords(costs.data, periodInWords(first.usageDate, now, zone))}
        </Text>
        <Received event={latest} />
      </Stack>
      {costs.data ? (
        <>
          <CostParts costs={costs.data} days={days} />
          <WhatIsMissing events={events} costs={costs.data} />
        </>
      ) : (
        <FirstCostSkeleton events={events} />
      )}
      <Group gap="md">{next}</Group>
    </Stack>
  )
}

/** The latest event, and where all of it is. */
function Received({ event }: { event: UsageEvent }) {
  const { slug } = useOrganization()
  const { signal, customerName, quantity, runId } = event
  return (
    <Text style={{ overflowWrap: 'anywhere' }}>
      Event received: <b>{signal.name}</b> for <b>{customerName}</b>
      {quantity !== '1' && `, quantity ${formatCount(quantity)}`}.{' '}
      <AnchorLink
        to="/o/$slug/events"
        params={{ slug }}
        search={{ event: event.id }}
        inherit
        underline="always"
      >
        View event
      </AnchorLink>
      {runId !== null && (
        <>
          {' · '}
          <AnchorLink to="/o/$slug/runs/$runId" params={{ slug, runId }} inherit underline="always">
            View run
          </AnchorLink>
        </>
      )}
    </Text>
  )
}
