import { Text } from '@mantine/core'
import { formatCount, formatPart } from '../../ui/values/money.ts'
import { NO_COST_YET } from '../../ui/values/no-cost-yet.ts'
import { Rounded } from '../../ui/values/rounded.tsx'

type Work = { cost: number; eventCount: number; uncostedEvents: number }

/** Returns true if no event of the work has a cost yet; its cost is unknown, not zero. */
export const isUnknown = ({ eventCount, uncostedEvents }: Work): boolean =>
  uncostedEvents > 0 && uncostedEvents === eventCount

/** The cost of work in USD, with the number of events that it does not cover. */
export function KnownCost({ work }: { work: Work }) {
  if (isUnknown(work)) return NO_COST_YET
  const { cost, uncostedEvents } = work
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
