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

/** Final height, or a placeholder with it, so that the layout does not shift after loading. */
type Room = { height: number; skeleton?: undefined } | { height?: undefined; skeleton: ReactNode }

type Props<Data> = Room & {
  query: Query<Data>
  children: (data: Data) => ReactNode
}

const OLD = 0.55

/** Content of a panel that loads and fails independently of other panels. */
export function Loaded<Data>({ query, height, skeleton, children }: Props<Data>) {
  const { data, error, isPlaceholderData, refetch } = query
  const isShown = useDelayed(data === undefined && error === null)
  const isOld = useDelayed(isPlaceholderData)
  if (data === undefined) {
    if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />
    if (skeleton !== undefined) return skeleton
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
