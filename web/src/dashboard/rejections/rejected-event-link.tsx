import type { ReactNode } from 'react'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Opens the event of a rejection, which shows the rejection with its cost and its invoice lines. */
export function RejectedEventLink({ eventId, children }: { eventId: string; children: ReactNode }) {
  const { slug } = useOrganization()
  return (
    <AnchorLink to="/o/$slug/events" params={{ slug }} search={{ event: eventId }} size="sm">
      {children}
    </AnchorLink>
  )
}
