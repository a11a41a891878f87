import { Skeleton } from '@mantine/core'
import { useDelayed } from './use-delayed.ts'

/** Placeholder for a figure of a row. */
export function PendingFigure() {
  const isShown = useDelayed(true)
  return <Skeleton height={14} width={64} ml="auto" visible={isShown} aria-busy="true" />
}
