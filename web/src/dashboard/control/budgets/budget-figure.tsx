import { Text } from '@mantine/core'
import type { Budget } from '../../../api/api-types.ts'
import { PendingFigure } from '../../../ui/states/pending-figure.tsx'
import { Cost } from '../../../ui/values/cost.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { Rounded } from '../../../ui/values/rounded.tsx'
import { isOfCustomer } from '../in-words.ts'
import { useBudgetStatus } from './use-budget-status.ts'

type Props = {
  budget: Budget
  customerId: string | undefined
  field: 'spent' | 'held' | 'remaining'
}

/** A figure of what is used now. Less than nothing is left once more was used than the limit. */
export function BudgetFigure({ budget, customerId, field }: Props) {
  const { isCounted, isUnknown, data, error } = useBudgetStatus(budget, customerId)
  if (!isCounted || isUnknown) return '–'
  if (error) return <Text size="sm">Failed</Text>
  if (data === undefined) return <PendingFigure />
  const amount = data[field]
  return (
    <Text
      size="sm"
      style={{ whiteSpace: 'nowrap' }}
      {...(amount.startsWith('-') && { c: 'var(--mantine-color-error)' })}
    >
      <Figure budget={budget} amount={amount} />
    </Text>
  )
}

function Figure({ budget: { measure, currency }, amount }: { budget: Budget; amount: string }) {
  if (measure === 'quantity') return formatCount(amount)
  if (isOfCustomer(measure)) return <Rounded amount={amount} currency={currency ?? 'USD'} />
  return <Cost value={amount} />
}
