import { Text } from '@mantine/core'
import { formatCount, formatPart } from '../../ui/values/money.ts'
import { NO_COST_YET } from '../../ui/values/no-cost-yet.ts'
import { Rounded } from '../../ui/values/rounded.tsx'

type Props = {
  /** In USD; null if no event of the work has a cost yet. */
  cost: number | null
  uncostedEvents: number
}

/** The cost of work, with the number of events that it does not cover. */
export function KnownCost({ cost, uncostedEvents }: Props) {
  if (cost === null) return NO_COST_YET
  return (
    <>
      <Rounded amount={cost} />
      {uncostedEvents > 0 && (
        <Text size="xs" c="dimmed" title={formatCount(uncostedEvents)}>
          {formatPart(uncostedEvents)} without a cost
        </Text>
      )}
    </>
  )
}
