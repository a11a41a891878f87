import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import type { EventFilters } from './events-search.ts'

/** Links to all events that match the filter. */
export function FilterLink({ filter, text }: { filter: EventFilters; text: string }) {
  const { slug } = useOrganization()
  return (
    <AnchorLink to="/o/$slug/events" params={{ slug }} search={filter} inherit>
      {text}
    </AnchorLink>
  )
}
