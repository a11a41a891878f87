import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createBudget } from '../../../api/budgets.ts'
import { organizationQuery } from '../../../api/organization.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { FieldGrid } from '../../../ui/forms/field-grid.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { AgentPicker, CustomerPicker, SignalPicker } from '../../pickers/pickers.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { countsCost, isOfCustomer, isPriced } from '../in-words.ts'
import {
  actionOf,
  type BudgetValues,
  holderOf,
  NO_BUDGET,
  periodOf,
  periodsOf,
  problemsOf,
  toBody,
} from './budget-values.ts'
import { ActionField, LossField, ThresholdsField, UnknownCostField } from './term-fields.tsx'
import { useBudgetsRefresh } from './use-budgets-refresh.ts'

const WIDTH = 560
const MEASURES = {
  cost: 'Cost in USD',
  quantity: 'Units of signals',
  revenue: 'Revenue',
  margin: 'Margin',
  credit: 'Prepaid credit',
} as const
const AMOUNTS = {
  cost: { label: 'Limit', placeholder: '5.00' },
  quantity: { label: 'Limit', placeholder: '1000' },
  revenue: { label: 'Limit', placeholder: '500.00' },
  margin: { label: 'Least margin in percent', placeholder: '40' },
  credit: { label: 'Must stay available', placeholder: '0.00' },
} as const
const PERIODS = {
  run: 'Each run',
  day: 'Day (UTC)',
  month: 'Month (UTC)',
  billing_period: 'Billing period',
  rolling: 'Rolling window',
  none: 'None',
} as const
const HOLDERS = {
  each: 'Each customer',
  one: 'One customer',
  all: 'All customers together',
} as const
const HOLDERS_OF_PRICED = ['each', 'one'] as const

export default function NewBudgetDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization()
  const refresh = useBudgetsRefresh()
  const { data: organization } = useQuery(organizationQuery(slug))
  const currency = organization?.currency ?? 'USD'
  const [values, setValues] = useState<BudgetValues>(NO_BUDGET)
  const state = useApiForm({
    initial: NO_BUDGET,
    check: problemsOf,
    onChange: setValues,
    send: (sent, key) => createBudget(slug, toBody(sent, currency), key),
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
  const { measure } = values
  const [holder, period, periods] = [holderOf(values), periodOf(values), periodsOf(values)]
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
            value={measure}
            onChange={(chosen) => set({ measure: chosen })}
          />
          <TextField form={form} name="amount" inputMode="decimal" {...AMOUNTS[measure]} />
          {isOfCustomer(measure) && (
            <TextField
              form={form}
              name="currency"
              label="Currency"
              placeholder={currency}
              maxLength={3}
            />
          )}
          {measure === 'margin' && <LossField form={form} />}
          {period !== 'none' && (
            <Choice
              label="Period"
              options={PERIODS}
              only={periods}
              value={period}
              onChange={(chosen) => set({ period: chosen })}
            />
          )}
          {period === 'rolling' && (
            <TextField
              form={form}
              name="hours"
              label="Length in hours"
              inputMode="decimal"
              placeholder="5"
            />
          )}
          <Choice
            label="Customers"
            options={HOLDERS}
            {...(isPriced(measure) && { only: HOLDERS_OF_PRICED })}
            value={holder}
            onChange={(chosen) => set({ holder: chosen })}
          />
          {holder === 'one' && (
            <CustomerPicker
              any="Choose a customer"
              value={values.customerId || undefined}
              onChange={(id) => set({ customerId: id ?? '' })}
              error={form.errors.customerId}
              w="100%"
            />
          )}
          {measure !== 'credit' && (
            <AgentPicker
              any="All agents"
              value={values.agentId || undefined}
              // A signal belongs to one agent.
              onChange={(id) => set({ agentId: id ?? '', signalId: '' })}
              error={form.errors.agentId}
              w="100%"
            />
          )}
          {values.agentId !== '' && !isPriced(measure) && (
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
          refusal={holder === 'all' ? 'A budget that all customers share never blocks.' : undefined}
          onChange={(action) => set({ action })}
        />
        <FieldGrid>
          {countsCost(measure) && (
            <UnknownCostField
              value={values.onUnknownCost}
              onChange={(onUnknownCost) => set({ onUnknownCost })}
            />
          )}
          {measure !== 'credit' && <ThresholdsField form={form} />}
        </FieldGrid>
      </ApiForm>
    </Dialog>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  options: Readonly<Record<Value, string>>
  /** The options that apply; without it, all of them. */
  only?: readonly Value[]
  value: Value
  onChange: (value: Value) => void
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, onChange } = props
  const names = props.only ?? (Object.keys(options) as Value[])
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
