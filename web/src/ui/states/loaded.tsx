import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Problem } from './problem.tsx'
import { useDelayed } from './use-delayed.ts'

type Query<Data> = {
  data: Data | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: Query<Data>
  /** Final height, so that the layout does not shift after loading. */
  height: number
  children: (data: Data) => ReactNode
}

const OLD = 0.55

/** Content of a panel that loads and fails independently of other panels. */
export function Loaded<Data>({ query, height, children }: Props<Data>) {
  const { data, error, isPlaceholderData, refetch } = query
  const isShown = useDelayed(data === undefined && error === null)
  const isOld = useDelayed(isPlaceholderData)
  if (data === undefined) {
    if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />
    return (
      <Skeleton height={height} visible={isShown} role="status" aria-busy aria-label="Loading" />
    )
  }
  return (
    <div style={isOld ? { opacity: OLD } : {}} aria-busy={isPlaceholderData}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {children(data)}
    </div>
  )
}
