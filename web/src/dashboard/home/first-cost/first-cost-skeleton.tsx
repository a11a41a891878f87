import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import type { UsageEvent } from '../../../api/api-types.ts'
import { useDelayed } from '../../../ui/states/use-delayed.ts'

const PARTS = ['customers', 'agents', 'models']
const HEIGHTS = { head: 30, row: 44, line: 22 }
const ROWS_MAX = 5

/** Placeholder for the cost of the first runs, in about its final size: the latest events tell how many rows it has. */
export function FirstCostSkeleton({ events }: { events: readonly UsageEvent[] }) {
  const visible = useDelayed(true)
  const countOf = (idOf: (event: UsageEvent) => string) => new Set(events.map(idOf)).size
  const rows = Math.max(
    countOf(({ customerId }) => customerId),
    countOf(({ agentId }) => agentId),
  )
  const height = HEIGHTS.head + HEIGHTS.row * Math.min(rows, ROWS_MAX)
  return (
    <Stack gap="md" role="status" aria-busy aria-label="Loading">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xl" verticalSpacing="md">
        {PARTS.map((part) => (
          <Skeleton key={part} height={height} visible={visible} />
        ))}
      </SimpleGrid>
      {events.some(({ usageCost }) => usageCost === null) && (
        <Skeleton height={HEIGHTS.line} visible={visible} />
      )}
    </Stack>
  )
}
