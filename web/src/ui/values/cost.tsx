import { Badge, Tooltip } from '@mantine/core'
import { formatCost, type MoneyValue } from './money.ts'

/** What something cost, to the last digit. Unknown is not zero: it is a word of its own. */
export function Cost({ value }: { value: MoneyValue | null }) {
  return value === null ? <UnknownCost /> : formatCost(value)
}

function UnknownCost() {
  return (
    <Tooltip label="The cost is unknown: a model or one of its rates has no price yet.">
      <Badge color="gray">Unknown</Badge>
    </Tooltip>
  )
}
