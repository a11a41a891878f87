import { Stack, Text } from '@mantine/core'
import type { Service } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import type { Column } from '../../ui/table/column.ts'
import { formatCost, formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import type { ModelsSearch } from './models-search.ts'

const rate = (value: string | null) => (value === null ? '–' : formatCost(value))

/** An entry opens next to the list, which keeps its filters. */
export const modelColumns = (search: ModelsSearch): readonly Column<Service>[] => [
  { header: 'Model', share: 28, cell: (service) => <Name service={service} search={search} /> },
  { header: 'Provider', cell: ({ provider }) => provider, isOffPhone: true, width: 140 },
  { header: 'Type', cell: ({ serviceType }) => serviceType, isOffPhone: true, width: 110 },
  { header: 'Input', cell: ({ inputCost }) => rate(inputCost), isFigure: true, width: 100 },
  { header: 'Output', cell: ({ outputCost }) => rate(outputCost), isFigure: true, width: 100 },
  {
    header: 'Cache read',
    cell: ({ cacheReadCost }) => rate(cacheReadCost),
    isFigure: true,
    isOffPhone: true,
    width: 100,
  },
  {
    header: 'Cache write',
    cell: ({ cacheWriteCost }) => rate(cacheWriteCost),
    isFigure: true,
    isOffPhone: true,
    width: 100,
  },
  {
    header: 'Per',
    cell: ({ costUnit }) => costUnit.replace(/^per /, ''),
    isOffPhone: true,
    width: 120,
  },
  {
    header: 'Since',
    cell: ({ effectiveFrom }) =>
      effectiveFrom === null ? 'Always' : <Timestamp at={effectiveFrom} as="day" />,
    isOffPhone: true,
    width: 120,
  },
]

/** The name, with notes on conditions of its rates. */
function Name({ service, search }: { service: Service; search: ModelsSearch }) {
  const { slug } = useOrganization()
  const { canonicalName, displayName, longContext, dailyWindow } = service
  const notes = [
    ...(displayName === canonicalName ? [] : [displayName]),
    ...longContext.map(
      ({ aboveInputTokens, inputCost, outputCost }) =>
        `above ${formatCount(aboveInputTokens)} input tokens ${rate(inputCost)} and ${rate(outputCost)}`,
    ),
    ...(dailyWindow === null ? [] : [`from ${dailyWindow.from} to ${dailyWindow.to} UTC`]),
  ]
  return (
    <Stack gap={0}>
      <AnchorLink
        to="/o/$slug/developers/models"
        params={{ slug }}
        search={{ ...search, service: service.id }}
        resetScroll={false}
        fw={500}
        size="sm"
        display="block"
        truncate
        title={canonicalName}
      >
        {canonicalName}
      </AnchorLink>
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed" truncate title={note}>
          {note}
        </Text>
      ))}
    </Stack>
  )
}
