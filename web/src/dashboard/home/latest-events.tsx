import { useQuery } from '@tanstack/react-query'
import { latestEventsQuery } from '../../api/progress.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { formatCount } from '../../ui/values/money.ts'
import { EVENT_COLUMNS } from '../links/event-columns.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { useIsSetUp } from './use-is-set-up.ts'

/**
 * The latest events, so that an event that was just sent can be found here. Hidden before the first
 * event, and once the setup is done: later, events are no news.
 */
export function LatestEvents() {
  const { slug } = useOrganization()
  const query = useQuery(latestEventsQuery(slug))
  const total = query.data?.totalResults ?? 0
  const isDone = useIsSetUp()
  if (isDone !== false || (query.data && total === 0)) return null
  return (
    <Section
      title="Latest events"
      about={total > 0 ? `${formatCount(total)} in total` : undefined}
      action={
        <AnchorLink to="/o/$slug/events" params={{ slug }} size="sm">
          All events
        </AnchorLink>
      }
    >
      <DataTable
        name="Latest events"
        columns={EVENT_COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        pages={null}
        empty={null}
      />
    </Section>
  )
}
