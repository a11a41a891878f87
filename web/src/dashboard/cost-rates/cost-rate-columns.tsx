import { Stack, Text } from '@mantine/core'
import type { CostRate } from '../../api/api-types.ts'
import type { Column } from '../../ui/table/column.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { modelInWords, priceInWords, tierInWords } from './cost-rate-in-words.ts'
import { CostRateLink } from './cost-rate-link.tsx'
import { CostRateMenu } from './cost-rate-menu.tsx'
import { CostRateStatus } from './cost-rate-status.tsx'
import type { CostRatesSearch } from './cost-rates-search.ts'
import { EffectiveFrom } from './effective-from.tsx'

/** A rate opens next to the list, which keeps its filters. */
export const costRateColumns = (search: CostRatesSearch): readonly Column<CostRate>[] => [
  { header: 'Model', share: 26, cell: (rate) => <Name rate={rate} search={search} /> },
  { header: 'Price', share: 24, cell: (rate) => <Short text={priceInWords(rate)} /> },
  {
    header: 'Tier',
    cell: ({ serviceTier }) => <Short text={tierInWords(serviceTier)} />,
    isOffPhone: true,
    share: 10,
  },
  {
    header: 'From',
    cell: ({ effectiveFrom }) => <EffectiveFrom at={effectiveFrom} />,
    isOffPhone: true,
    width: 120,
  },
  {
    header: 'Note',
    share: 18,
    cell: ({ note }) => (note === null ? '–' : <Short text={note} />),
    isOffPhone: true,
  },
  {
    header: 'Set by',
    share: 12,
    cell: ({ actorName }) => <Short text={actorName ?? '–'} />,
    isOffPhone: true,
  },
  {
    header: 'Set',
    cell: ({ createdAt }) => <Timestamp at={createdAt} as="day" />,
    isOffPhone: true,
    width: 120,
  },
  {
    header: 'Status',
    cell: (rate) => <CostRateStatus rate={rate} />,
    isOffPhone: true,
    width: 180,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (rate) => <CostRateMenu rate={rate} />,
    width: 48,
  },
]

function Name({ rate, search }: { rate: CostRate; search: CostRatesSearch }) {
  const name = modelInWords(rate)
  return (
    <Stack gap={0}>
      <CostRateLink
        costRateId={rate.id}
        search={search}
        size="sm"
        fw={500}
        display="block"
        truncate
        title={name}
      >
        {name}
      </CostRateLink>
      {rate.model !== null && (
        <Text size="xs" c="dimmed" truncate title={rate.modelProvider}>
          {rate.modelProvider}
        </Text>
      )}
    </Stack>
  )
}

function Short({ text }: { text: string }) {
  return (
    <Text size="sm" truncate title={text}>
      {text}
    </Text>
  )
}
