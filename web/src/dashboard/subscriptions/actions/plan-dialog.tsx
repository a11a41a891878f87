import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Subscription } from '../../../api/api-types.ts'
import { ACTIVE_PLANS } from '../../../api/choices.ts'
import { changePlan } from '../../../api/plan-changes.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { DayFormField } from '../../../ui/forms/day-form-field.tsx'
import { FieldGrid } from '../../../ui/forms/field-grid.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatDay } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { Picker } from '../../pickers/picker.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { PlanChangePreview } from './plan-preview.tsx'
import type { DialogProps } from './use-change.ts'

const COUNT = /^\d{1,9}$/

type Values = {
  planId: string
  when: string
  day: string
  seatsCount: string
  chargeOnetime: boolean
  keepAdvance: boolean
}

const problemsOf = ({ planId, when, day, seatsCount }: Values) => ({
  ...(planId === '' && { planId: 'Choose a plan' }),
  ...(when === 'day' && day === '' && { day: 'Choose a day' }),
  ...(!COUNT.test(seatsCount.trim()) && { seatsCount: 'Enter a whole number' }),
})

const bodyOf = (values: Values, { seatsCount, keepAdvance }: Subscription) => {
  const { planId, when, day, chargeOnetime } = values
  const seats = Number(values.seatsCount.trim())
  return {
    planId,
    when: when === 'day' ? day : when,
    ...(seats !== seatsCount && { seatsCount: seats }),
    ...(chargeOnetime && { chargeOnetime }),
    ...(values.keepAdvance !== keepAdvance && { keepAdvance: values.keepAdvance }),
  }
}

/** Changes the plan of a subscription from a day on, after a preview of the invoices around it. */
export default function PlanDialog({ subscription, onClose }: DialogProps) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { id, name, planName, seatsCount: present, keepAdvance, timezoneInForce } = subscription
  const initial: Values = {
    ...{ planId: '', when: 'now', day: '' },
    ...{ seatsCount: String(present), chargeOnetime: false, keepAdvance },
  }
  const [values, setValues] = useState(initial)
  const state = useApiForm({
    initial,
    onChange: setValues,
    check: problemsOf,
    send: (sent, key) => changePlan(slug, id, bodyOf(sent, subscription), key),
    onDone: async ({ effectiveFrom, subscription: after }) => {
      void queryClient.invalidateQueries({ queryKey: [slug] })
      toast(`${name} is on ${after.planName} from ${formatDay(effectiveFrom)}`)
      onClose()
      const params = { slug, subscriptionId: after.id }
      if (after.id !== id) await navigate({ to: '/o/$slug/subscriptions/$subscriptionId', params })
    },
  })
  const { form } = state
  const isComplete = Object.keys(problemsOf(values)).length === 0
  const error = form.errors.planId
  return (
    <Dialog title="Change plan" isOpen onClose={onClose} size={760}>
      <ApiForm state={state} action="Change plan" isLong>
        <FieldGrid>
          <Picker
            choices={ACTIVE_PLANS}
            label="New plan"
            any="Choose a plan"
            value={values.planId || undefined}
            onChange={(planId) => form.setFieldValue('planId', planId ?? '')}
            {...(typeof error === 'string' && { error })}
            w="100%"
          />
          <TextField
            form={form}
            name="seatsCount"
            label="Seats"
            description={`${formatCount(present)} are in force today.`}
            inputMode="numeric"
          />
        </FieldGrid>
        <Radio.Group label="When" key={form.key('when')} {...form.getInputProps('when')}>
          <Stack gap={8} mt={4}>
            <Radio value="now" label="Today" />
            <Radio value="period_end" label="At the end of the billing period" />
            <Radio value="day" label="On a date" />
          </Stack>
        </Radio.Group>
        {values.when === 'day' && (
          <DayFormField
            form={form}
            name="day"
            label="First day"
            description={`The first day of the new plan, in ${timezoneInForce}.`}
          />
        )}
        <Checkbox
          label="Charge one-time fees of the new plan"
          key={form.key('chargeOnetime')}
          {...form.getInputProps('chargeOnetime', { type: 'checkbox' })}
        />
        <Checkbox
          label="Keep fees billed in advance"
          description="Otherwise the days after the change are credited."
          key={form.key('keepAdvance')}
          {...form.getInputProps('keepAdvance', { type: 'checkbox' })}
        />
        <Text size="sm" c="dimmed">
          The subscription on {planName} ends the day before, and a subscription on the new plan
          starts with the same terms. Fees of both are prorated by days.
        </Text>
        <PlanChangePreview
          subscriptionId={id}
          timeZone={timezoneInForce}
          asked={isComplete ? bodyOf(values, subscription) : undefined}
        />
      </ApiForm>
    </Dialog>
  )
}
