import { useQuery } from '@tanstack/react-query'
import { eventCountQuery } from '../../api/events.ts'
import { latestEventsQuery, progressQuery } from '../../api/progress.ts'
import { setPreference, usePreference } from '../../ui/preferences/preferences.ts'
import { useOrganization } from '../session/use-organization.ts'

const ASK_AGAIN_MS = 2_000

export type FirstSteps = ReturnType<typeof useFirstSteps>

/**
 * Progress of the first steps, until they are complete or hidden. A browser that has seen their end
 * requests nothing.
 */
export function useFirstSteps() {
  const { slug } = useOrganization()
  const { isStarted, setStarted } = useStarted()
  const enabled = !isStarted
  const events = useQuery({
    ...latestEventsQuery(slug),
    enabled,
    // Polls until the first event has arrived and its cost is known.
    refetchInterval: ({ state }) => (isWaiting(state.data) ? ASK_AGAIN_MS : false),
  })
  // The count keeps the other panels of the page in step with these events.
  useQuery({
    ...eventCountQuery(slug, { eventProcessed: 'UNCOSTED' }),
    enabled,
    refetchInterval: isWaiting(events.data) ? ASK_AGAIN_MS : false,
  })
  const progress = useQuery({ ...progressQuery(slug), enabled })
  return {
    isStarted,
    setStarted,
    events,
    progress,
    isPending: enabled && (events.isPending || progress.isPending),
    /** Without events there are no figures. */
    hasEvents: isStarted || (events.data !== undefined && events.data.totalResults > 0),
  }
}

const isWaiting = (data: { results: readonly { usageCost: unknown }[] } | undefined) =>
  data !== undefined &&
  (data.results.length === 0 || data.results.some(({ usageCost }) => usageCost === null))

/** Whether the first steps of this organization are complete or hidden, kept in this browser. */
function useStarted() {
  const { id } = useOrganization()
  const ids = usePreference('startedOrganizations').split(' ')
  return {
    isStarted: ids.includes(id),
    setStarted: () => setPreference('startedOrganizations', [...ids, id].join(' ').trim()),
  }
}
