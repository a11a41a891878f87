import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { AvailableCards } from '../credit/available-cards.tsx'
import { useCredit } from '../credit/use-credit.ts'
import { useCustomer } from '../use-customer.ts'

/** What is available of the credit of the customer; nothing until it has credit. */
export default function CreditSection() {
  const { slug } = useOrganization()
  const { id: customerId } = useCustomer()
  const { query, hasCredit = false } = useCredit()
  const { data, error, refetch } = query
  if (error === null && (data === undefined || !hasCredit)) return null
  return (
    <Section
      title="Credit"
      action={
        <AnchorLink
          to="/o/$slug/customers/$customerId/credit"
          params={{ slug, customerId }}
          size="sm"
        >
          Grants and history
        </AnchorLink>
      }
    >
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data && <AvailableCards credit={data.credit} />}
    </Section>
  )
}
