import type { ReactNode } from 'react'
import type { Days } from '../../api/figures.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

type Props = {
  days: Days
  of: { customerId?: string; agentId?: string; signalId?: string }
  children: ReactNode
}

/** Opens the events of UTC days, such as those behind a figure. */
export function EventsOfDays({ days, of, children }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/events"
      params={{ slug }}
      search={{ ...of, from: days.startDate, to: days.endDate }}
      inherit
    >
      {children}
    </AnchorLink>
  )
}
