import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PriceChangeCreate, PricingPlan } from '../../../api/api-types.ts'
import { createPriceChange, priceChangePreviewQuery } from '../../../api/dated-prices.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { DayFormField } from '../../../ui/forms/day-form-field.tsx'
import { FieldGrid } from '../../../ui/forms/field-grid.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatDay, isDay } from '../../../ui/values/dates.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { usePlansRefresh } from '../use-plans-refresh.ts'
import { IncreasePreview } from './increase-preview.tsx'

const WIDTH = 760
const PAUSE_MS = 400
const HEIGHT = 220
const PERCENT = /^-?\d{1,4}([.]\d{1,6})?$/
const DECIMALS = /^(1[0-2]|\d)?$/

const AUDIENCES = {
  everyone: 'Every subscription',
  new: 'Subscriptions that start from then on',
} as const

type Values = {
  percent: string
  effectiveFrom: string
  audience: keyof typeof AUDIENCES
  decimals: string
}

/** Changes all prices of a plan by a percentage, after a preview. */
export default function IncreaseDialog({
  plan,
  onClose,
}: {
  plan: PricingPlan
  onClose: () => void
}) {
  const { slug } = useOrganization()
  const refresh = usePlansRefresh()
  const initial: Values = { percent: '', effectiveFrom: '', audience: 'everyone', decimals: '' }
  const [values, setValues] = useState(initial)
  const [asked] = useDebouncedValue(values, PAUSE_MS)
  const state = useApiForm({
    initial,
    check: problemsOf,
    onChange: setValues,
    send: (sent, key) => createPriceChange(slug, toBody(plan.id, sent), key),
    onDone: async ({ effectiveFrom }) => {
      await refresh()
      toast(`The prices of ${plan.name} change for periods from ${formatDay(effectiveFrom)} on`)
      onClose()
    },
  })
  const isComplete = Object.keys(problemsOf(asked)).length === 0
  const query = useQuery({
    ...priceChangePreviewQuery(slug, toBody(plan.id, asked)),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    retry: false,
  })
  // What is confirmed is what the preview shows.
  const isShown = isComplete && values === asked && query.isSuccess && !query.isPlaceholderData
  return (
    <Dialog title={`Increase prices of ${plan.name}`} isOpen onClose={onClose} size={WIDTH}>
      <ApiForm state={state} action="Increase prices" isLong isReady={isShown}>
        <FieldGrid>
          <TextField
            form={state.form}
            name="percent"
            label="Percent"
            description="A negative number lowers prices."
            placeholder="5"
            inputMode="decimal"
            data-autofocus
          />
          <DayFormField
            form={state.form}
            name="effectiveFrom"
            label="From"
            description="Periods that begin on this day or later."
          />
          <Select
            label="For"
            data={Object.entries(AUDIENCES).map(([value, label]) => ({ value, label }))}
            value={values.audience}
            onChange={(audience) =>
              state.form.setValues({ audience: (audience ?? 'everyone') as Values['audience'] })
            }
            allowDeselect={false}
            comboboxProps={{ shadow: 'none' }}
          />
          <TextField
            form={state.form}
            name="decimals"
            label="Decimals"
            description="Empty: exact, not rounded."
            placeholder="2"
            inputMode="numeric"
          />
        </FieldGrid>
        {isComplete ? (
          <Loaded query={query} height={HEIGHT}>
            {(preview) => <IncreasePreview preview={preview} />}
          </Loaded>
        ) : (
          <Text size="sm" c="dimmed">
            Enter a percentage and a day to see the new prices and the subscriptions that get them.
          </Text>
        )}
      </ApiForm>
    </Dialog>
  )
}

function problemsOf({ percent, effectiveFrom, decimals }: Values) {
  return {
    ...(!PERCENT.test(percent.trim()) && { percent: 'Enter a percentage, such as 5 or 2.5' }),
    ...(!isDay(effectiveFrom) && { effectiveFrom: 'Choose a day' }),
    ...(!DECIMALS.test(decimals.trim()) && { decimals: 'Enter a number from 0 to 12' }),
  }
}

function toBody(planId: string, values: Values): PriceChangeCreate {
  const { percent, effectiveFrom, audience, decimals } = values
  return {
    ...{ planIds: [planId], percent: percent.trim(), effectiveFrom, audience },
    ...(decimals.trim() !== '' && { decimals: Number(decimals) }),
  }
}
