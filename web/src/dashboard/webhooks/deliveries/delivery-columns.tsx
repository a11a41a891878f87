import type { WebhookDelivery } from '../../../api/api-types.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { ObjectLink } from '../object-link.tsx'
import { TypeName } from '../type-name.tsx'
import type { DeliveriesSearch } from './deliveries-search.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import { answerInWords, formatDuration } from './delivery-words.ts'

/** A delivery opens next to the list, which keeps its filters. */
export const deliveryColumns = (search: DeliveriesSearch): readonly Column<WebhookDelivery>[] => [
  {
    header: 'Type',
    share: 30,
    cell: (delivery) => <Type delivery={delivery} search={search} />,
  },
  {
    header: 'Object',
    share: 24,
    isOffPhone: true,
    cell: (delivery) => <ObjectLink of={delivery} />,
  },
  { header: 'Status', cell: ({ status }) => <DeliveryStatus status={status} /> },
  {
    header: 'Attempts',
    isFigure: true,
    isOffPhone: true,
    cell: ({ attempts }) => formatCount(attempts),
  },
  {
    header: 'Answer',
    cell: ({ lastAttempt }) => (lastAttempt === null ? '–' : answerInWords(lastAttempt)),
  },
  {
    header: 'Duration',
    isFigure: true,
    isOffPhone: true,
    cell: ({ lastAttempt }) =>
      lastAttempt === null ? '–' : formatDuration(lastAttempt.durationMs),
  },
  {
    header: 'Time',
    sort: 'createdAt',
    isTime: true,
    isOffPhone: true,
    cell: ({ createdAt }) => <Timestamp at={createdAt} as="bare" />,
  },
  {
    header: 'Next attempt',
    isOffPhone: true,
    cell: ({ nextAttemptAt }) =>
      nextAttemptAt === null ? '–' : <Timestamp at={nextAttemptAt} as="distance" />,
  },
]

type TypeProps = { delivery: WebhookDelivery; search: DeliveriesSearch }

function Type({ delivery: { type, endpointId, announcementId }, search }: TypeProps) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/developers/webhooks/$endpointId"
      params={{ slug, endpointId }}
      search={{ ...search, delivery: announcementId }}
      resetScroll={false}
      size="sm"
      fw={500}
      display="block"
      truncate
      title={type}
    >
      <TypeName type={type} />
    </AnchorLink>
  )
}
