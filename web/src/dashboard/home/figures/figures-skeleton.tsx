import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useDelayed } from '../../../ui/states/use-delayed.ts'

const CARDS = ['earned', 'cost', 'margin', 'mrr']
const PANELS = ['customers', 'models']
const HEIGHTS = { card: 150, reasons: 44, panel: 430, chart: 360 }

/** Placeholder for the figures, in their final size. */
export function FiguresSkeleton() {
  const visible = useDelayed(true)
  return (
    <Stack gap="md" role="status" aria-busy aria-label="Loading">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        {CARDS.map((card) => (
          <Skeleton key={card} height={HEIGHTS.card} visible={visible} />
        ))}
      </SimpleGrid>
      <Skeleton height={HEIGHTS.reasons} visible={visible} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {PANELS.map((panel) => (
          <Skeleton key={panel} height={HEIGHTS.panel} visible={visible} />
        ))}
      </SimpleGrid>
      <Skeleton height={HEIGHTS.chart} visible={visible} />
    </Stack>
  )
}
