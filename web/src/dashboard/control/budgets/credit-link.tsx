import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'

type Props = { customer: { id: string; name: string } }

/** Links from the figures of a customer to its credit, which stops runs too. */
export function CreditLink({ customer: { id, name } }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/customers/$customerId/credit"
      params={{ slug, customerId: id }}
      size="sm"
      truncate
      title={name}
    >
      Credit of {name}
    </AnchorLink>
  )
}
