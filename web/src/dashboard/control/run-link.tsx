import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Links to the events of a run, by its own id. */
export function RunEventsLink({ runId }: { runId: string }) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/events"
      params={{ slug }}
      search={{ runId }}
      size="sm"
      display="block"
      truncate
      title={runId}
    >
      {runId}
    </AnchorLink>
  )
}
