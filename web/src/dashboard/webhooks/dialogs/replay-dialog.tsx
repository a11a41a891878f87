import { Checkbox, Group, Text } from '@mantine/core'
import type { WebhookEndpoint } from '../../../api/api-types.ts'
import { replayEndpoint } from '../../../api/webhook-endpoints.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { DayFormField } from '../../../ui/forms/day-form-field.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useWebhooksRefresh } from '../use-webhooks-refresh.ts'
import { checkRange, initialRange, rangeOf } from './replay-range.ts'

type Props = { endpoint: WebhookEndpoint; onClose: () => void }

/** Sends a range of announcements to an endpoint again. */
export default function ReplayDialog({ endpoint, onClose }: Props) {
  const { id: endpointId, failingSince } = endpoint
  const { slug } = useOrganization()
  const refresh = useWebhooksRefresh()
  const state = useApiForm({
    initial: {
      ...initialRange(failingSince, new Date()),
      to: '',
      toTime: '',
      onlyFailed: true,
    },
    check: checkRange,
    send: (values, key) =>
      replayEndpoint(
        slug,
        { endpointId, key },
        { ...rangeOf(values), onlyFailed: values.onlyFailed },
      ),
    onDone: async ({ deliveries }) => {
      await refresh()
      toast(sentInWords(deliveries))
      onClose()
    },
  })
  const { form } = state
  return (
    <Dialog title="Replay announcements" isOpen onClose={onClose}>
      <ApiForm state={state} action="Replay">
        <Text>
          Sends announcements of the types of this endpoint again, with the same ids, including
          those from before it was added and while it was disabled. Without a time, whole days.
        </Text>
        <Group grow align="flex-start">
          <DayFormField form={form} name="from" label="From (UTC)" placeholder="First day" />
          <TextField form={form} name="fromTime" type="time" label="From time" />
        </Group>
        <Group grow align="flex-start">
          <DayFormField form={form} name="to" label="To (UTC)" placeholder="Until now" />
          <TextField form={form} name="toTime" type="time" label="To time" />
        </Group>
        <Checkbox
          label="Only failed deliveries"
          description="Leaves out what the endpoint has accepted."
          key={form.key('onlyFailed')}
          {...form.getInputProps('onlyFailed', { type: 'checkbox' })}
        />
      </ApiForm>
    </Dialog>
  )
}

function sentInWords(deliveries: number): string {
  if (deliveries === 0) return 'Nothing in this range is to be sent again'
  const count = formatCount(deliveries)
  return `${count} ${deliveries === 1 ? 'delivery is' : 'deliveries are'} sent again`
}
