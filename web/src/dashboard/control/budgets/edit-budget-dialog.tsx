import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Budget } from '../../../api/api-types.ts'
import { updateBudget } from '../../../api/budgets.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { countsCost, periodInWords } from '../in-words.ts'
import { type TermValues, termsOf, toUpdate } from './budget-values.ts'
import { ActionField, LossField, ThresholdsField, UnknownCostField } from './term-fields.tsx'
import { useBudgetsRefresh } from './use-budgets-refresh.ts'

type Props = { budget: Budget; onClose: () => void }

function amountLabel({ measure, currency }: Budget): string {
  if (measure === 'margin') return 'Least margin in percent'
  return measure === 'credit'
    ? `Must stay available, in ${currency}`
    : `Limit in ${currency ?? 'units'}`
}

/** Changes the terms of a budget. What it counts stays, because past decisions refer to it. */
export default function EditBudgetDialog({ budget, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = useBudgetsRefresh()
  const initial = termsOf(budget)
  const [values, setValues] = useState<TermValues>(initial)
  const state = useApiForm({
    initial,
    onChange: setValues,
    send: (sent) => updateBudget(slug, budget.id, toUpdate(sent, budget)),
    onDone: async ({ name }) => {
      await refresh()
      toast(`${name} is changed for the next decision`)
      onClose()
    },
  })
  const { form } = state
  return (
    <Dialog title="Edit budget" isOpen onClose={onClose}>
      <ApiForm state={state} action="Save">
        <TextField form={form} name="name" label="Name" data-autofocus />
        <TextField
          form={form}
          name="amount"
          label={amountLabel(budget)}
          {...(budget.measure !== 'credit' && { description: `Counts ${periodInWords(budget)}.` })}
          inputMode="decimal"
        />
        {budget.measure === 'margin' && <LossField form={form} />}
        <ActionField
          action={values.action}
          refusal={
            budget.isPerCustomer ? undefined : 'A budget that all customers share never blocks.'
          }
          onChange={(action) => form.setValues({ action })}
        />
        {countsCost(budget.measure) && (
          <UnknownCostField
            value={values.onUnknownCost}
            onChange={(onUnknownCost) => form.setValues({ onUnknownCost })}
          />
        )}
        {budget.measure !== 'credit' && <ThresholdsField form={form} />}
        <Text size="sm" c="dimmed">
          What it counts cannot be changed: create another budget for that.
        </Text>
      </ApiForm>
    </Dialog>
  )
}
