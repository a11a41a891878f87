import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

type Props = { customerId: string; signalId: string }

/** Opens the rejections of a signal of a customer that are in force. */
export function RejectionsLink({ customerId, signalId }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/rejections"
      params={{ slug }}
      search={{ customerId, signalId, state: 'accepted' }}
      size="sm"
    >
      View the customer’s rejections of this signal
    </AnchorLink>
  )
}
