import { Stack, Text } from '@mantine/core'
import type { PortalOutcomeComparison } from '../../api/api-types.ts'
import { Facts } from '../layout/facts.tsx'
import { type SmallColumn, SmallTable } from '../table/small-table.tsx'
import { formatDay } from '../values/dates.ts'
import { Evidence } from '../values/evidence.tsx'
import { formatAmount, formatCount } from '../values/money.ts'
import { Timestamp } from '../values/timestamp.tsx'

/** What an operator and a customer both see of a comparison. */
export type Comparison = PortalOutcomeComparison
type Part = Comparison['agreed']
type Outcome = Comparison['outcomes'][number]
type OnlyCounted = Comparison['ids'][number]
type Day = Comparison['days'][number]

const OUTCOMES: readonly SmallColumn<Outcome>[] = [
  { header: 'Date', isShort: true, cell: ({ usageDate }) => <Timestamp at={usageDate} /> },
  { header: 'Units', isFigure: true, cell: ({ quantity }) => formatCount(quantity) },
  {
    header: 'Key or run',
    isName: true,
    cell: ({ idempotencyKey, runId, eventId }) => idempotencyKey ?? runId ?? eventId,
  },
  { header: 'Evidence', isName: true, cell: (outcome) => <Evidence {...outcome} /> },
]

const REASONS = { not_recorded: 'Not recorded', not_billed: 'Recorded, not billed' }

const IDS: readonly SmallColumn<OnlyCounted>[] = [
  { header: 'Id', isName: true, cell: ({ id }) => id },
  { header: 'Why', cell: ({ reason }) => REASONS[reason] },
]

const DAYS: readonly SmallColumn<Day>[] = [
  { header: 'Day', isShort: true, cell: ({ date }) => formatDay(date) },
  {
    header: 'Billed',
    isFigure: true,
    cell: ({ recordedQuantity }) => formatCount(recordedQuantity),
  },
  {
    header: 'Counted',
    isFigure: true,
    cell: ({ countedQuantity }) => formatCount(countedQuantity),
  },
]

/** What agrees, what only one side has, and what the difference is worth. */
export function Compared({ comparison }: { comparison: Comparison }) {
  const { agreed, onlyRecorded, onlyCounted, outcomes, ids, days, worth } = comparison
  const { duplicateCount, uninvoicedCount, countedBy } = comparison
  const noun = countedBy === 'date' ? 'day' : 'outcome'
  const ofIds = countedBy === 'date' ? 'day' : 'id'
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ['Agreed', inWords(agreed, noun)],
          ['Only billed', inWords(onlyRecorded, noun)],
          ['Only counted', inWords(onlyCounted, ofIds)],
          ['Worth of the difference', worthInWords(worth)],
          ...(uninvoicedCount > 0
            ? [['On no invoice yet', formatCount(uninvoicedCount)] as const]
            : []),
          ...(duplicateCount > 0
            ? [['Repeated ids', `${formatCount(duplicateCount)}, counted once`] as const]
            : []),
        ]}
      />
      {outcomes.length > 0 && (
        <>
          <Listed shown={outcomes.length} all={onlyRecorded.count} of="Only billed" />
          <SmallTable
            name="Only billed"
            columns={OUTCOMES}
            rows={outcomes}
            rowKey={({ eventId }) => eventId}
            isLow
          />
        </>
      )}
      {ids.length > 0 && (
        <>
          <Listed shown={ids.length} all={onlyCounted.count} of="Only counted" />
          <SmallTable name="Only counted" columns={IDS} rows={ids} rowKey={({ id }) => id} isLow />
        </>
      )}
      {days.length > 0 && (
        <>
          <Listed shown={days.length} all={days.length} of="Days that differ" />
          <SmallTable
            name="Days that differ"
            columns={DAYS}
            rows={days}
            rowKey={({ date }) => date}
            isLow
          />
        </>
      )}
    </Stack>
  )
}

function Listed({ shown, all, of }: { shown: number; all: number; of: string }) {
  return (
    <Text size="sm">
      {of}
      {shown < all && `: the first ${formatCount(shown)} of ${formatCount(all)}`}
    </Text>
  )
}

function inWords({ count, quantity }: Part, noun: string): string {
  const counted = `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
  if (quantity === null) return counted
  return `${counted}, ${formatCount(quantity)} ${quantity === '1' ? 'unit' : 'units'}`
}

const worthInWords = (worth: Comparison['worth']) =>
  worth.length === 0
    ? 'Nothing on invoices so far'
    : worth.map(({ amount, currency }) => formatAmount(amount, currency)).join(', ')
