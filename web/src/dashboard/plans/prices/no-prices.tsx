import { SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { Empty } from '../../../ui/states/empty.tsx'
import planClasses from '../plans.module.css'
import { START_NAMES, type Start } from '../start-names.ts'
import { STARTS } from '../starting-points.ts'

/** Shown before the first price: the starting points, which fill in prices that can be changed. */
export default function NoPrices({ onStart }: { onStart: (start: Start) => void }) {
  return (
    <Stack gap={0} pb="sm">
      <Empty title="No prices yet">
        Start from one of these and change it before you save it, or add a price yourself.
      </Empty>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {START_NAMES.map((start) => (
          <UnstyledButton key={start} className={planClasses.start} onClick={() => onStart(start)}>
            <Text fw={600}>{STARTS[start].label}</Text>
            <Text size="sm" c="dimmed">
              {STARTS[start].about}
            </Text>
            <Text size="sm">{STARTS[start].example}</Text>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
