import type { Days } from '../../api/figures.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Filters of the events behind a table. */
export type EventsOf = { customerId?: string; agentId?: string }

type Props = { days: Days; of: EventsOf; signalId: string; name: string }

/** Opens the events of a signal in the range of the figures. */
export function SignalEvents({ days, of, signalId, name }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/events"
      params={{ slug }}
      search={{ ...of, signalId, from: days.startDate, to: days.endDate }}
      inherit
      truncate
      maw="100%"
      title={`Events of ${name}`}
    >
      {name}
    </AnchorLink>
  )
}
