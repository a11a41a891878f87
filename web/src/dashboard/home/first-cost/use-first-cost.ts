import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { costOf } from '../../../api/analytics.ts'
import type { UsageEvent } from '../../../api/api-types.ts'
import { eventsQuery } from '../../../api/events.ts'
import { useOrganization } from '../../session/use-organization.ts'

const ASK_AGAIN_MS = 5_000

const FIRST = { sortBy: 'usageDate', sortOrder: 'asc', limit: 1 } as const

/** What all work cost since the first event, read again while further runs arrive. */
export function useFirstCost(latest: UsageEvent) {
  const { slug } = useOrganization()
  const first = useQuery(eventsQuery(slug, FIRST)).data?.results[0] ?? latest
  const days = { startDate: dayOf(first.usageDate), endDate: dayOf(latest.usageDate) }
  const costs = useQuery({
    ...costOf(slug, days),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
  })
  return { first, days, costs }
}

const dayOf = (instant: string) => instant.slice(0, 10)
