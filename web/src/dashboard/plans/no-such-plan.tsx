import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Shown for a deleted plan, one of another organization, and one that never existed. */
export function NoSuchPlan() {
  const { slug } = useOrganization()
  return (
    <Page title="Plan not found">
      <Empty
        title="It may have been deleted"
        action={
          <AnchorLink to="/o/$slug/plans" params={{ slug }}>
            All plans
          </AnchorLink>
        }
      >
        Deleted plans are removed from the lists. Invoices generated from them are kept.
      </Empty>
    </Page>
  )
}
