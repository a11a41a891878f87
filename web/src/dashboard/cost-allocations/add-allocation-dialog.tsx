import { Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CostAllocationCreate } from '../../api/api-types.ts'
import { createCostAllocation } from '../../api/cost-allocations.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextAreaField, TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { given } from '../../ui/url/search-readers.ts'
import { ModelField } from '../cost-rates/model-field.tsx'
import { PriceNow } from '../cost-rates/price-now.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { amountInWords, UNITS } from './allocation-in-words.ts'
import { MonthField } from './month-field.tsx'

const WIDTH = 520

type Values = {
  model: string
  modelProvider: string
  amount: string
  unit: keyof typeof UNITS
  firstMonth: string
  lastMonth: string
  note: string
}

const NOTHING: Values = {
  model: '',
  modelProvider: '',
  amount: '',
  unit: 'tokens',
  firstMonth: '',
  lastMonth: '',
  note: '',
}

type Props = { known?: Partial<Values>; onClose: () => void }

/** Adds an allocation, which sets the rate of the running month and settles the past ones. */
export default function AddAllocationDialog({ known, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const initial = { ...NOTHING, ...known }
  const [values, setValues] = useState<Values>(initial)
  const state = useApiForm({
    initial,
    check: problemsOf,
    onChange: setValues,
    send: (sent, key) => createCostAllocation(slug, toBody(sent), key),
    onDone: (added) => {
      onClose()
      toast(`${added.model}: ${amountInWords(added)}`)
      // Any loaded data may depend on costs.
      return queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  const { form } = state
  const set = (change: Partial<Values>) => {
    form.setValues(change)
    for (const field of Object.keys(change)) form.clearFieldError(field)
  }
  return (
    <Dialog title="Add an allocation" isOpen onClose={onClose} size={WIDTH}>
      <ApiForm state={state} action="Add allocation" isLong>
        <ModelField
          value={values.model}
          description="As your usage records name it."
          onChange={(model) => set({ model })}
          onPick={({ modelProvider }) => set({ modelProvider })}
          error={form.errors.model}
          path="model"
        />
        <Stack gap={4}>
          <TextField form={form} name="modelProvider" label="Provider" placeholder="in-house" />
          <PriceNow {...values} serviceTier="" />
        </Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextField
            form={form}
            name="amount"
            label="Amount a month"
            description="US dollars."
            inputMode="decimal"
            placeholder="1800"
          />
          <Select
            label="Spread over"
            description="What ran in the month."
            data={Object.entries(UNITS).map(([value, words]) => ({ value, label: words }))}
            value={values.unit}
            onChange={(unit) => set({ unit: (unit ?? 'tokens') as Values['unit'] })}
            allowDeselect={false}
            comboboxProps={{ shadow: 'none' }}
          />
          <MonthField
            form={form}
            name="firstMonth"
            label="First month"
            description="Empty: the running month."
          />
          <MonthField
            form={form}
            name="lastMonth"
            label="Last month"
            description="Empty: no end."
          />
        </SimpleGrid>
        <TextAreaField
          form={form}
          name="note"
          label="Note"
          description="Where the amount comes from."
          placeholder="Rent of gpu-2"
          rows={2}
        />
        <Text size="sm" c="dimmed">
          The rate follows from what ran so far, and is final four days after the end of the month.
          All usage of the month then gets it. It comes before all other rates of the model.
        </Text>
      </ApiForm>
    </Dialog>
  )
}

type Problems = { [Field in keyof Values]?: string }

function problemsOf({ model, modelProvider, amount }: Values): Problems {
  return given({
    model: model.trim() === '' ? 'Enter a model' : undefined,
    modelProvider: modelProvider.trim() === '' ? 'Enter a provider' : undefined,
    amount: amount.trim() === '' ? 'Enter an amount, such as 1800' : undefined,
  })
}

function toBody(values: Values): CostAllocationCreate {
  const { model, modelProvider, amount, unit, firstMonth, lastMonth, note } = values
  return {
    modelProvider: modelProvider.trim(),
    model: model.trim(),
    amount: amount.trim(),
    unit,
    firstMonth: firstMonth.trim() || null,
    lastMonth: lastMonth.trim() || null,
    note: note.trim() || null,
  }
}
