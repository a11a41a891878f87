import type { UsageEvent } from '../../../api/api-types.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'

type Props = {
  event: Pick<UsageEvent, 'id' | 'customerId' | 'agentId' | 'usageDate'> & {
    signal: { id: string }
  }
}

/** Opens an event in the list, filtered by its customer, agent and signal. */
export function InvoiceEventLink({ event: { id, customerId, agentId, signal, usageDate } }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/events"
      params={{ slug }}
      search={{ customerId, agentId, signalId: signal.id, event: id }}
      size="sm"
    >
      <Timestamp at={usageDate} as="bare" />
    </AnchorLink>
  )
}
