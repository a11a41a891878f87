import { Text } from '@mantine/core'
import { formatCost, formatRounded } from '../../ui/values/money.ts'

/** A change of a cost, with its sign; the tooltip has the cost before. */
export function Change({ amount, before }: { amount: number; before: number }) {
  const text = formatRounded(amount, 'USD')
  return (
    <Text span inherit c="dimmed" title={`${formatCost(before)} before`}>
      {amount > 0 ? `+${text}` : text}
    </Text>
  )
}
