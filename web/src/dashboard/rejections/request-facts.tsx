import { useQuery } from '@tanstack/react-query'
import type { RejectionRequest } from '../../api/api-types.ts'
import { eventQuery } from '../../api/events.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Evidence } from '../../ui/values/evidence.tsx'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** What a customer asks, with the evidence of the outcome. */
export function RequestFacts({ request }: { request: RejectionRequest }) {
  const { slug } = useOrganization()
  const { eventId, customerExternalId, usageDate, quantity, reason } = request
  const { data: event } = useQuery(eventQuery(slug, eventId))
  const hasEvidence = event != null && (event.evidenceUrl !== null || event.evidence !== null)
  const units = formatCount(quantity)
  return (
    <Facts
      facts={[
        ['Customer', event?.customerName ?? customerExternalId ?? '–'],
        ['Usage date', <Timestamp key="u" at={usageDate} />],
        ['Units', event == null ? units : `${units} of ${formatCount(event.quantity)}`],
        ['Reason', reason],
        ['Evidence', hasEvidence ? <Evidence key="e" {...event} /> : '–'],
      ]}
    />
  )
}
