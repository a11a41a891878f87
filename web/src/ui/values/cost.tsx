import { Badge, Tooltip } from '@mantine/core'
import { formatCost, type MoneyValue } from './money.ts'

/** A cost to its last digit. An unknown cost is shown as a word, because it is not zero. */
export function Cost({ value }: { value: MoneyValue | null }) {
  return value === null ? <UnknownCost /> : formatCost(value)
}

function UnknownCost() {
  return (
    <Tooltip label="The cost is unknown: the catalog has no rate for a model or for one of its units.">
      <Badge color="gray">Unknown</Badge>
    </Tooltip>
  )
}
