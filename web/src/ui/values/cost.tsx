import { Badge, Tooltip } from '@mantine/core'
import { formatCostShort, type MoneyValue } from './money.ts'

/** What something cost. Unknown is not zero: it is a word of its own. */
export function Cost({ value }: { value: MoneyValue | null }) {
  if (value === null) return <UnknownCost />
  const { text, full } = formatCostShort(value)
  if (full === undefined) return text
  return (
    <Tooltip label={full}>
      <span>{text}</span>
    </Tooltip>
  )
}

function UnknownCost() {
  return (
    <Tooltip label="A model or a rate of it has no price yet, so what this cost is not known.">
      <Badge color="gray">Unknown</Badge>
    </Tooltip>
  )
}
