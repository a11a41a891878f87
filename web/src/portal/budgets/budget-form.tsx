import { Button, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PortalBudget } from '../../api/api-types.ts'
import { createPortalBudget, portalBudgetsQuery, updatePortalBudget } from '../../api/portal.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { plainDecimal } from '../../ui/values/money.ts'

type Measure = PortalBudget['measure']
type Period = PortalBudget['period']
type Action = PortalBudget['action']

type Props = {
  /** The limit to change; without it, a new one. */
  budget?: PortalBudget
  onClose: () => void
}

const PERIODS = [
  { value: 'billing_period', label: 'Billing period' },
  { value: 'month', label: 'Month (UTC)' },
  { value: 'day', label: 'Day (UTC)' },
] as const satisfies { value: Period; label: string }[]

/** Sets a limit, or changes its terms, in the page: a dialog would be large on a phone. */
export default function BudgetForm({ budget, onClose }: Props) {
  const queryClient = useQueryClient()
  const [measure, setMeasure] = useState<Measure>(budget?.measure ?? 'revenue')
  const [period, setPeriod] = useState<Period>('billing_period')
  const [action, setAction] = useState<Action>(budget?.action ?? 'block')
  const state = useApiForm({
    initial: {
      name: budget?.name ?? '',
      amount: budget === undefined ? '' : plainDecimal(budget.amount),
      currency: '',
    },
    check: ({ name, amount }) => ({
      ...(name.trim() === '' && { name: 'Enter a name' }),
      ...(amount.trim() === '' && { amount: 'Enter an amount' }),
    }),
    send: ({ currency, ...typed }) => {
      const terms = { name: typed.name.trim(), amount: typed.amount.trim(), action }
      if (budget !== undefined) return updatePortalBudget(budget.id, terms)
      if (measure === 'quantity') return createPortalBudget({ ...terms, measure, period })
      const code = currency.trim().toUpperCase() || 'USD'
      return createPortalBudget({ ...terms, measure, currency: code, period: 'billing_period' })
    },
    onDone: async () => {
      await queryClient.invalidateQueries(portalBudgetsQuery)
      onClose()
    },
  })
  const { form } = state
  const isNew = budget === undefined
  const title = isNew ? 'Set a limit' : 'Change the limit'
  const cancel = (
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
  )
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="md">
        <Title order={3} fz={14}>
          {title}
        </Title>
        <ApiForm state={state} action={isNew ? 'Set limit' : 'Save'} cancel={cancel}>
          <TextField form={form} name="name" label="Name" placeholder="Our limit" />
          {isNew && (
            <Choice
              label="Limit"
              value={measure}
              options={[
                { value: 'revenue', label: 'What we pay' },
                { value: 'quantity', label: 'Units' },
              ]}
              onChange={(chosen) => setMeasure(chosen === 'quantity' ? 'quantity' : 'revenue')}
              about={
                measure === 'revenue'
                  ? 'Usage and fees of the billing period, after discounts and before tax.'
                  : 'All units that you are billed for.'
              }
            />
          )}
          <TextField
            form={form}
            name="amount"
            label={budget?.currency ? `Amount in ${budget.currency}` : 'Amount'}
            inputMode="decimal"
            placeholder={measure === 'revenue' ? '500.00' : '1000'}
          />
          {isNew && measure === 'revenue' && (
            <TextField
              form={form}
              name="currency"
              label="Currency"
              placeholder="USD"
              maxLength={3}
            />
          )}
          {isNew && measure === 'quantity' && (
            <NativeSelect
              label="In each"
              data={PERIODS}
              value={period}
              onChange={({ currentTarget: { value } }) =>
                setPeriod(PERIODS.find((one) => one.value === value)?.value ?? 'billing_period')
              }
            />
          )}
          <Choice
            label="When it is reached"
            value={action}
            options={[
              { value: 'block', label: 'Stop work' },
              { value: 'alert', label: 'Only tell us' },
            ]}
            onChange={(chosen) => setAction(chosen === 'alert' ? 'alert' : 'block')}
            about={
              action === 'block'
                ? 'Work that would pass the limit does not start, and work under way stops at its next step.'
                : 'Work goes on, and you are told.'
            }
          />
        </ApiForm>
      </Stack>
    </Paper>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
  about: string
}

function Choice({ label, value, options, onChange, about }: ChoiceProps) {
  return (
    <Stack gap={4}>
      <NativeSelect
        label={label}
        data={options}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        {about}
      </Text>
    </Stack>
  )
}
