import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { attentionKey } from '../../api/attention.ts'
import { eventCountQuery } from '../../api/events.ts'
import { analyticsKey } from '../../api/figures.ts'
import { useOrganization } from '../session/use-organization.ts'

/**
 * Invalidates figures when the number of events without a cost changes, so that panels agree with
 * the sidebar.
 */
export function useFiguresInStep() {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const { data: count } = useQuery(eventCountQuery(slug, { eventProcessed: 'UNCOSTED' }))
  const seen = useRef<{ slug: string; count: number }>(undefined)
  useEffect(() => {
    if (count === undefined) return
    const before = seen.current
    seen.current = { slug, count }
    if (before === undefined || before.slug !== slug || before.count === count) return
    for (const queryKey of [attentionKey(slug), analyticsKey(slug)]) {
      void queryClient.invalidateQueries({ queryKey })
    }
  }, [slug, count, queryClient])
}
