import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
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
}

const problemsOf = ({ planId, when, day, seatsCount }: Values) => ({
  ...(planId === '' && { planId: 'Choose a plan' }),
  ...(when === 'day' && day === '' && { day: 'Choose a day' }),
  ...(!COUNT.test(seatsCount.trim()) && { seatsCount: 'Enter a whole number' }),
})

const bodyOf = ({ planId, when, day, seatsCount, chargeOnetime }: Values, present: number) => {
  const seats = Number(seatsCount.trim())
  return {
    planId,
    when: when === 'day' ? day : when,
    ...(seats !== present && { seatsCount: seats }),
    ...(chargeOnetime && { chargeOnetime }),
  }
}

/** Changes the plan of a subscription from a day on, after a preview of the invoices around it. */
export default function PlanDialog({ subscription, onClose }: DialogProps) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { id, name, planName, seatsCount: present, timezoneInForce } = subscription
  const initial: Values = {
    ...{ planId: '', when: 'now', day: '' },
    ...{ seatsCount: String(present), chargeOnetime: false },
  }
  const [values, setValues] = useState(initial)
  const state = useApiForm({
    initial,
    onChange: setValues,
    check: problemsOf,
    send: (sent, key) => changePlan(slug, id, bodyOf(sent, present), key),
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
      <ApiForm state={state} action="Change plan">
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
            <Radio value="now" label="Now: from the start of today" />
            <Radio value="period_end" label="At the end of the billing period" />
            <Radio value="day" label="On a day" />
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
        <Text size="sm" c="dimmed">
          {planName} ends before that day, and another subscription with the same terms follows.
          Both pay by days. What an invoice has billed for later days is given back on the next one.
        </Text>
        <PlanChangePreview
          subscriptionId={id}
          timeZone={timezoneInForce}
          asked={isComplete ? bodyOf(values, present) : undefined}
        />
      </ApiForm>
    </Dialog>
  )
}
