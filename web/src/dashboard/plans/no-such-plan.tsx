import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Deleted meanwhile, of another organization, or never there: all answer alike. */
export function NoSuchPlan() {
  const { slug } = useOrganization()
  return (
    <Page title="There is no such plan">
      <Empty
        title="It may have been deleted"
        action={
          <AnchorLink to="/o/$slug/plans" params={{ slug }}>
            All plans
          </AnchorLink>
        }
      >
        A deleted plan leaves the lists; what was invoiced by it stays.
      </Empty>
    </Page>
  )
}
