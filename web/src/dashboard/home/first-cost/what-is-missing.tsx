import { Anchor, List } from '@mantine/core'
import type { CostAnalytics, UsageEvent } from '../../../api/api-types.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'

type Props = { events: readonly UsageEvent[]; costs: CostAnalytics }

/** What keeps the first runs from being costed, attributed or billed. */
export function WhatIsMissing({ events, costs }: Props) {
  const { slug } = useOrganization()
  const { uncostedEvents, eventsWithoutTokens, byCustomer } = costs
  const isUnassigned = byCustomer.some(({ customerExternalId }) => customerExternalId === null)
  const hasNoOutcome = events.every(({ quantity }) => quantity === '0')
  if (uncostedEvents + eventsWithoutTokens === 0 && !isUnassigned && !hasNoOutcome) return null
  return (
    <List size="sm" spacing={4}>
      {uncostedEvents > 0 && (
        <List.Item>
          {countOf(uncostedEvents, 'event has', 'events have')} no cost yet, because the price list
          has no rate for a model. It is not in these figures.
        </List.Item>
      )}
      {eventsWithoutTokens > 0 && (
        <List.Item>
          {countOf(eventsWithoutTokens, 'event was', 'events were')} sent without tokens and costs
          nothing.
        </List.Item>
      )}
      {isUnassigned && (
        <List.Item>
          Work without a customer waits to be assigned.{' '}
          <AnchorLink
            to="/o/$slug/runs"
            params={{ slug }}
            search={{ state: 'unassigned' }}
            inherit
            underline="always"
          >
            Assign it
          </AnchorLink>
          , or set piecework.customer where the agent runs.
        </List.Item>
      )}
      {hasNoOutcome && (
        <List.Item>
          The latest events have no outcome, so a price for each outcome earns nothing.{' '}
          <Anchor href="/docs/guides/traces#a-trace-is-a-run" inherit underline="always">
            Declare one
          </Anchor>{' '}
          with piecework.signal.
        </List.Item>
      )}
    </List>
  )
}

const countOf = (count: number, one: string, several: string) =>
  `${formatCount(count)} ${count === 1 ? one : several}`
