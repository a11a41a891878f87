import { Skeleton } from '@mantine/core'
import { useDelayed } from './use-delayed.ts'

/** Where a figure of a row will be. */
export function PendingFigure() {
  const isShown = useDelayed(true)
  return <Skeleton height={14} width={64} ml="auto" visible={isShown} aria-busy="true" />
}
