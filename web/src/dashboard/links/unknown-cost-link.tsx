import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Cost } from '../../ui/values/cost.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Marks an unknown cost, which is not zero, and links to the page that resolves it. */
export function UnknownCostLink() {
  const { slug } = useOrganization()
  return (
    <AnchorLink to="/o/$slug/unknown-costs" params={{ slug }}>
      <Cost value={null} />
    </AnchorLink>
  )
}
