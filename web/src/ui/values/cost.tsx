import { Badge, Tooltip } from '@mantine/core'
import classes from './cost.module.css'
import { formatCost, formatCostShort, type MoneyValue, plainDecimal } from './money.ts'
import { NO_COST_YET } from './no-cost-yet.ts'

/**
 * A cost in a column, aligned at its decimal point. All its digits are in the tooltip and in the
 * clipboard. An unknown cost is shown as a word, because it is not zero.
 */
export function Cost({ value }: { value: MoneyValue | null }) {
  if (value === null) return <UnknownCost />
  const [whole, fraction] = formatCostShort(value).split('.')
  return (
    <span title={formatCost(value)} data-exact={plainDecimal(value)}>
      {whole}
      <span className={classes.fraction}>.{fraction}</span>
    </span>
  )
}

function UnknownCost() {
  return (
    <Tooltip label="The cost is unknown: the catalog has no rate for a model or for one of its units.">
      <Badge color="gray">{NO_COST_YET}</Badge>
    </Tooltip>
  )
}
