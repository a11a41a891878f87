import type { ReactNode } from 'react'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Opens an event next to the current list, or in the list of events. */
export function EventLink({ eventId, children }: { eventId: string; children: ReactNode }) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/events"
      params={{ slug }}
      search={(search) => ({ ...search, event: eventId })}
      resetScroll={false}
      size="sm"
    >
      {children}
    </AnchorLink>
  )
}
