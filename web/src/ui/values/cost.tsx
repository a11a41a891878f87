import { Badge, Tooltip } from '@mantine/core'
import { formatCost, type MoneyValue } from './money.ts'

/** What something cost, to the last digit. Unknown is not zero: it is a word of its own. */
export function Cost({ value }: { value: MoneyValue | null }) {
  return value === null ? <UnknownCost /> : formatCost(value)
}

function UnknownCost() {
  return (
    <Tooltip label="A model or a rate of it has no price yet, so what this cost is not known.">
      <Badge color="gray">Unknown</Badge>
    </Tooltip>
  )
}
