import type { Days } from '../../api/figures.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

type Props = { customerId: string; name: string; days: Days }

/** Links to the reasons of a customer's margin. */
export function CustomerProfitLink({ customerId, name, days }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/customers/$customerId/profit"
      params={{ slug, customerId }}
      search={{ from: days.startDate, to: days.endDate }}
      inherit
      truncate
      title={name}
    >
      {name}
    </AnchorLink>
  )
}
