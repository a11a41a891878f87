import { Text, Tooltip } from '@mantine/core'
import { formatCount } from '../values/money.ts'
import type { Point } from './series.ts'

type Props = { points: readonly Point[]; missingLabel: string; formatAt: (at: string) => string }

/** Points that the tooltip lists; the table has all of them. */
const LISTED = 10

/** Says below a chart how many items its figures lack; the tooltip says at which points. */
export function MissingNote({ points, missingLabel, formatAt }: Props) {
  const missing = points.flatMap(({ at, missingCount = 0 }) =>
    missingCount > 0 ? [{ at, missingCount }] : [],
  )
  if (missing.length === 0) return null
  const total = missing.reduce((sum, { missingCount }) => sum + missingCount, 0)
  const listed = missing
    .slice(-LISTED)
    .map(({ at, missingCount }) => `${formatAt(at)}: ${formatCount(missingCount)}`)
  const more = missing.length - listed.length
  return (
    <Tooltip
      multiline
      maw={280}
      label={[...listed, ...(more > 0 ? [`${formatCount(more)} earlier`] : [])].join(' · ')}
    >
      <Text size="xs" c="dimmed" w="fit-content" aria-hidden>
        Not included: {missingLabel} ({formatCount(total)})
      </Text>
    </Tooltip>
  )
}
