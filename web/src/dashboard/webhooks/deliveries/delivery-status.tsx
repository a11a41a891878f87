import type { WebhookDelivery } from '../../../api/api-types.ts'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import { DELIVERY_STATUSES } from './deliveries-search.ts'

const TONES = { pending: 'waiting', succeeded: 'good', failed: 'bad' } as const

export function DeliveryStatus({ status }: Pick<WebhookDelivery, 'status'>) {
  return <StateBadge tone={TONES[status]} label={DELIVERY_STATUSES[status]} />
}
