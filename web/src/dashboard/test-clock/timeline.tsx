import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TimelineEntry } from '../../api/api-types.ts'
import { timelineQuery } from '../../api/test-clock.ts'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { titleOf } from './kinds.ts'

const COLUMNS: readonly Column<TimelineEntry>[] = [
  { header: 'Time', isTime: true, cell: ({ at }) => <Timestamp at={at} as="bare" />, width: 190 },
  { header: 'Event', cell: (entry) => <Short text={titleOf(entry)} />, share: 24 },
  {
    header: 'Customer',
    cell: ({ customerName }) => <Short text={customerName} />,
    share: 28,
  },
  {
    header: 'Invoice or subscription',
    cell: ({ invoiceNumber, subscriptionName }) => (
      <Short text={invoiceNumber ?? subscriptionName ?? '–'} />
    ),
    share: 28,
    isOffPhone: true,
  },
]

type Props = {
  name: string
  from?: string | undefined
  until: string
  /** Text for an empty timeline. */
  none: string
}

/** Events of the clock in a range of time, past or upcoming. */
export function Timeline({ name, from, until, none }: Props) {
  const { slug } = useOrganization()
  const between = { endDate: until, ...(from === undefined ? {} : { startDate: from }) }
  const query = useQuery(timelineQuery(slug, between))
  return (
    <DataTable
      name={name}
      columns={COLUMNS}
      rowKey={(entry) => `${entry.at} ${entry.kind} ${entry.invoiceId ?? entry.subscriptionId}`}
      query={query}
      pages={
        query.data?.hasMore && (
          <Text size="xs" c="dimmed" mt={8}>
            Shows only the first {query.data.results.length}.
          </Text>
        )
      }
      empty={<Text c="dimmed">{none}</Text>}
    />
  )
}

function Short({ text }: { text: string }) {
  return (
    <Text size="sm" maw={320} truncate title={text}>
      {text}
    </Text>
  )
}
