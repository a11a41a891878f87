import { Skeleton, Stack } from '@mantine/core'
import { useDelayed } from './use-delayed.ts'

/** Placeholder for lines of text, in their final size. */
export function LinesSkeleton({ lines, height = 14 }: { lines: number; height?: number }) {
  const isShown = useDelayed(true)
  const rows = Array.from({ length: lines }, (_, index) => index)
  return (
    <Stack gap={height * 2} role="status" aria-busy="true" aria-label="Loading">
      {rows.map((row) => (
        <Skeleton
          key={row}
          height={height}
          width={row % 3 === 2 ? '45%' : '70%'}
          visible={isShown}
        />
      ))}
    </Stack>
  )
}
