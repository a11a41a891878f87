import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Cost } from '../../ui/values/cost.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Unknown is not zero; it leads to where it becomes known. */
export function UnknownCostLink() {
  const { slug } = useOrganization()
  return (
    <AnchorLink to="/o/$slug/unknown-costs" params={{ slug }}>
      <Cost value={null} />
    </AnchorLink>
  )
}
