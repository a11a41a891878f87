import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { createBudget } from '../../../api/budgets.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { FieldGrid } from '../../../ui/forms/field-grid.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { AgentPicker, CustomerPicker, SignalPicker } from '../../pickers/pickers.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { actionOf, type BudgetValues, NO_BUDGET, problemsOf, toBody } from './budget-values.ts'
import { ActionField, ThresholdsField, UnknownCostField } from './term-fields.tsx'
import { useBudgetsRefresh } from './use-budgets-refresh.ts'

const WIDTH = 560
const MEASURES = { cost: 'Cost in USD', quantity: 'Units of signals' } as const
const PERIODS = {
  run: 'Each run',
  day: 'Day (UTC)',
  month: 'Month (UTC)',
  billing_period: 'Billing period',
  rolling: 'Rolling window',
} as const
const HOLDERS = {
  each: 'Each customer',
  one: 'One customer',
  all: 'All customers together',
} as const

export default function NewBudgetDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization()
  const refresh = useBudgetsRefresh()
  const [values, setValues] = useState<BudgetValues>(NO_BUDGET)
  const state = useApiForm({
    initial: NO_BUDGET,
    check: problemsOf,
    onChange: setValues,
    send: (sent, key) => createBudget(slug, toBody(sent), key),
    onDone: async ({ name }) => {
      await refresh()
      toast(`${name} counts from now on`)
      onClose()
    },
  })
  const { form } = state
  const set = (change: Partial<BudgetValues>) => {
    form.setValues(change)
    for (const field of Object.keys(change)) form.clearFieldError(field)
  }
  const isShared = values.holder === 'all'
  return (
    <Dialog title="New budget" isOpen onClose={onClose} size={WIDTH}>
      <ApiForm state={state} action="Create budget" isLong>
        <TextField
          form={form}
          name="name"
          label="Name"
          description="Named in decisions and alerts."
          placeholder="5 USD a day"
          data-autofocus
        />
        <FieldGrid>
          <Choice
            label="Measure"
            options={MEASURES}
            value={values.measure}
            onChange={(measure) => set({ measure })}
          />
          <TextField
            form={form}
            name="amount"
            label="Limit"
            inputMode="decimal"
            placeholder={values.measure === 'cost' ? '5.00' : '1000'}
          />
          <Choice
            label="Period"
            options={PERIODS}
            value={values.period}
            onChange={(period) => set({ period })}
          />
          {values.period === 'rolling' && (
            <TextField
              form={form}
              name="hours"
              label="Length in hours"
              inputMode="decimal"
              placeholder="5"
            />
          )}
        </FieldGrid>
        <FieldGrid>
          <Choice
            label="Limits"
            options={HOLDERS}
            value={values.holder}
            onChange={(holder) => set({ holder })}
          />
          {values.holder === 'one' && (
            <CustomerPicker
              any="Choose a customer"
              value={values.customerId || undefined}
              onChange={(id) => set({ customerId: id ?? '' })}
              error={form.errors.customerId}
              w="100%"
            />
          )}
        </FieldGrid>
        <FieldGrid>
          <AgentPicker
            any="All agents"
            value={values.agentId || undefined}
            // A signal belongs to one agent.
            onChange={(id) => set({ agentId: id ?? '', signalId: '' })}
            error={form.errors.agentId}
            w="100%"
          />
          {values.agentId !== '' && (
            <SignalPicker
              any="All signals"
              agentId={values.agentId}
              value={values.signalId || undefined}
              onChange={(id) => set({ signalId: id ?? '' })}
              error={form.errors.signalId}
            />
          )}
        </FieldGrid>
        <ActionField
          action={actionOf(values)}
          refusal={isShared ? 'A budget that all customers share never blocks.' : undefined}
          onChange={(action) => set({ action })}
        />
        <FieldGrid>
          {values.measure === 'cost' && (
            <UnknownCostField
              value={values.onUnknownCost}
              onChange={(onUnknownCost) => set({ onUnknownCost })}
            />
          )}
          <ThresholdsField form={form} />
        </FieldGrid>
      </ApiForm>
    </Dialog>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  options: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const names = Object.keys(options) as Value[]
  return (
    <NativeSelect
      label={label}
      data={names.map((name) => ({ value: name, label: options[name] }))}
      value={value}
      onChange={(event) => {
        const chosen = names.find((name) => name === event.currentTarget.value)
        if (chosen !== undefined) onChange(chosen)
      }}
    />
  )
}
