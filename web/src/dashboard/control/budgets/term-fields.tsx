import { NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { TextField } from '../../../ui/forms/fields.tsx'
import type { BudgetValues } from './budget-values.ts'

export const UNKNOWN_COSTS = [
  { value: 'hold', label: 'Keep what their run held' },
  { value: 'block', label: 'Start no further run' },
]

type Props = {
  action: BudgetValues['action']
  /** The reason why the budget cannot block. */
  refusal?: string | undefined
  onChange: (action: BudgetValues['action']) => void
}

/** What a budget does to a run that does not fit. */
export function ActionField({ action, refusal, onChange }: Props) {
  const about =
    refusal ??
    (action === 'block'
      ? 'A run that does not fit does not start, and one under way stops at its next step.'
      : 'The run goes on, and its decision warns.')
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500} id="budget-action">
        When used up
      </Text>
      <SegmentedControl
        aria-labelledby="budget-action"
        value={action}
        disabled={refusal !== undefined}
        data={[
          { value: 'block', label: 'Block runs' },
          { value: 'alert', label: 'Alert only' },
        ]}
        onChange={(chosen) => onChange(chosen === 'alert' ? 'alert' : 'block')}
      />
      <Text size="xs" c="dimmed">
        {about}
      </Text>
    </Stack>
  )
}

/** What a budget of costs or margin does about events whose cost is not known. */
export function UnknownCostField({
  value,
  onChange,
}: {
  value: BudgetValues['onUnknownCost']
  onChange: (chosen: BudgetValues['onUnknownCost']) => void
}) {
  return (
    <NativeSelect
      label="Events without a cost"
      description="They count 0 until their cost is known."
      data={UNKNOWN_COSTS}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value === 'block' ? 'block' : 'hold')}
    />
  )
}

// biome-ignore lint/suspicious/noExplicitAny: accepts a form with any fields
export function LossField({ form }: { form: UseFormReturnType<any> }) {
  return (
    <TextField
      form={form}
      name="toleratedLoss"
      label="Tolerated loss in USD"
      description="A period begins without revenue: what the first runs may cost."
      inputMode="decimal"
      placeholder="10.00"
    />
  )
}

// biome-ignore lint/suspicious/noExplicitAny: accepts a form with any fields
export function ThresholdsField({ form }: { form: UseFormReturnType<any> }) {
  return (
    <TextField
      form={form}
      name="thresholds"
      label="Thresholds"
      description="Percent of the limit, separated by commas."
      placeholder="80, 100"
    />
  )
}
