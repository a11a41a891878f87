import { IconActivity } from '@tabler/icons-react'
import type { Days } from '../../api/figures.ts'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Filters that figures share with the list of events. */
type Filters = { customerId?: string; agentId?: string; signalId?: string }

/** Opens the events that the figures of a page are computed from. */
export function EventsButton({ days, of }: { days: Days; of: Filters }) {
  const { slug } = useOrganization()
  return (
    <ButtonLink
      to="/o/$slug/events"
      params={{ slug }}
      search={{ ...of, from: days.startDate, to: days.endDate }}
      variant="default"
      leftSection={<IconActivity size={16} aria-hidden />}
    >
      View events
    </ButtonLink>
  )
}
