import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { updateSubscription } from '../../../api/subscriptions.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { DayFormField } from '../../../ui/forms/day-form-field.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { type DialogProps, useChange } from './use-change.ts'

type Values = { when: string; endDate: string; keepAdvance: boolean }

/** Ends a subscription now or on a given day. A final invoice bills the rest. */
export default function EndDialog({ subscription, onClose }: DialogProps) {
  const { slug } = useOrganization()
  const change = useChange()
  const [when, setWhen] = useState('now')
  const state = useApiForm<Values, Awaited<ReturnType<typeof updateSubscription>>>({
    initial: { when, endDate: '', keepAdvance: subscription.keepAdvance },
    check: (values) =>
      values.when === 'day' && values.endDate === '' ? { endDate: 'Choose a day' } : {},
    onChange: (values) => setWhen(values.when),
    send: (values) =>
      updateSubscription(slug, subscription.id, {
        ...(values.when === 'now' ? { status: 'ended' as const } : { endDate: values.endDate }),
        keepAdvance: values.keepAdvance,
      }),
    onDone: (after) => {
      change(after, after.status === 'ended' ? `${after.name} has ended` : `${after.name} will end`)
      onClose()
    },
  })
  return (
    <Dialog title={`End ${subscription.name}?`} isOpen onClose={onClose}>
      <ApiForm state={state} action={when === 'now' ? 'End now' : 'End on that day'}>
        <Radio.Group
          label="When"
          key={state.form.key('when')}
          {...state.form.getInputProps('when')}
        >
          <Stack gap={8} mt={4}>
            <Radio value="now" label="Now" />
            <Radio value="day" label="On a day" />
          </Stack>
        </Radio.Group>
        {when === 'day' && (
          <DayFormField
            form={state.form}
            name="endDate"
            label="Last day"
            description="The last day that is billed, in the time zone of the subscription."
          />
        )}
        <Checkbox
          label="Keep fees billed in advance"
          description="Otherwise the last invoice gives back the days after the end."
          key={state.form.key('keepAdvance')}
          {...state.form.getInputProps('keepAdvance', { type: 'checkbox' })}
        />
        <Text size="sm" c="dimmed">
          Usage after the end is not billed. Fees of the last billing period are prorated to its
          days, and everything not yet billed goes on the last invoice.
        </Text>
      </ApiForm>
    </Dialog>
  )
}
