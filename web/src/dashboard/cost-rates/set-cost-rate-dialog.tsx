import { Autocomplete, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreatedCostRate } from '../../api/api-types.ts'
import { createCostRate } from '../../api/cost-rates.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { DayFormField } from '../../ui/forms/day-form-field.tsx'
import { TextAreaField, TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useOrganization } from '../session/use-organization.ts'
import { costedInWords, modelInWords, priceInWords } from './cost-rate-in-words.ts'
import { type CostRateValues, NO_RATE, problemsOf, toBody } from './cost-rate-values.ts'
import { ModelField } from './model-field.tsx'
import { PriceFields } from './price-fields.tsx'
import { PriceNow } from './price-now.tsx'

const TIERS = ['batch', 'flex', 'priority']
const WIDTH = 520

type Props = {
  title?: string
  /** Values that are filled in. */
  known?: Partial<CostRateValues>
  /** Called instead of a notification. */
  onSet?: (rate: CreatedCostRate) => void
  onClose: () => void
}

/** Sets an own rate, which costs the events that wait for it. */
export default function SetCostRateDialog(props: Props) {
  const { title = 'Set a cost rate', known, onSet = notify, onClose } = props
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const initial = { ...NO_RATE, ...known }
  const [values, setValues] = useState<CostRateValues>(initial)
  const state = useApiForm({
    initial,
    check: problemsOf,
    onChange: setValues,
    send: (sent, key) => createCostRate(slug, toBody(sent), key),
    onDone: (rate) => {
      onClose()
      onSet(rate)
      // Any loaded data may depend on costs: figures, charts, balances and the checklist.
      return queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  const { form } = state
  const set = (change: Partial<CostRateValues>) => {
    form.setValues(change)
    for (const field of Object.keys(change)) form.clearFieldError(field)
  }
  return (
    <Dialog title={title} isOpen onClose={onClose} size={WIDTH}>
      <ApiForm state={state} action="Set rate" isLong>
        <ModelField
          value={values.model}
          onChange={(model) => set({ model })}
          onPick={({ modelProvider }) => set({ modelProvider })}
          error={form.errors.model}
          path="model"
        />
        <Stack gap={4}>
          <TextField form={form} name="modelProvider" label="Provider" placeholder="openai" />
          <PriceNow {...values} />
        </Stack>
        <PriceFields form={form} values={values} onKind={(kind) => set({ kind })} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Autocomplete
            label="Tier of service"
            description="Empty: every tier without an own rate."
            placeholder="Every tier"
            data={TIERS}
            value={values.serviceTier}
            onChange={(serviceTier) => set({ serviceTier })}
            error={form.errors.serviceTier}
            comboboxProps={{ shadow: 'none' }}
            data-path="serviceTier"
          />
          <DayFormField
            form={form}
            name="effectiveFrom"
            label="From"
            description="By the usage date, in UTC."
            placeholder="Always"
          />
        </SimpleGrid>
        <TextAreaField
          form={form}
          name="note"
          label="Note"
          description="Where the rate comes from."
          placeholder="Contract 2026-114"
          rows={2}
        />
        <Text size="sm" c="dimmed">
          Prices new usage, and events without a cost. Known costs do not change, and neither does a
          rate: set another one to replace it.
        </Text>
      </ApiForm>
    </Dialog>
  )
}

function notify(rate: CreatedCostRate): void {
  toast(`${modelInWords(rate)}: ${priceInWords(rate)}. ${costedInWords(rate.costed)}`)
}
