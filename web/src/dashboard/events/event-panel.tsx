import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { UsageEvent } from '../../api/api-types.ts'
import { eventQuery } from '../../api/events.ts'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import type { Steps } from '../../ui/table/use-neighbours.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { EventDetails } from './event-details.tsx'

type Props = {
  eventId: string
  /** Data from the list, shown until the details are loaded. */
  listed: UsageEvent | undefined
  steps: Steps
  onClose: () => void
}

export default function EventPanel({ eventId, listed, steps, onClose }: Props) {
  const { slug } = useOrganization()
  const query = useQuery(eventQuery(slug, eventId))
  const event = query.data ?? listed
  return (
    <SidePanel
      title={event?.signal.name ?? 'Event'}
      about={event && <Timestamp at={event.usageDate} />}
      row={eventId}
      onClose={onClose}
      onStep={steps}
    >
      <Stack gap="lg">
        {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
        {query.data === null && <Text>This organization has no event with this id.</Text>}
        {query.data && <EventDetails event={query.data} />}
        {query.isPending && !query.error && <LinesSkeleton lines={10} />}
      </Stack>
    </SidePanel>
  )
}
