import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { PortalOutcome } from '../../api/api-types.ts'
import { askPortalRejection } from '../../api/portal.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextAreaField, TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { formatDay } from '../../ui/values/dates.ts'
import { formatCount } from '../../ui/values/money.ts'
import { unitsInWords } from '../../ui/values/quantity-in-words.ts'
import { usePortalSession } from '../session/portal-session.ts'
import { useRefreshOutcomes } from './refresh-outcomes.ts'

/** Asks not to be billed for an outcome, as long as the plan allows it. */
export function AskToReject({ outcome }: { outcome: PortalOutcome }) {
  const [isAsking, asking] = useDisclosure()
  const { isRejectable, rejectableUntil } = outcome
  if (!isRejectable || rejectableUntil === null) return null
  if (isAsking) return <Form outcome={outcome} onClose={asking.close} />
  return (
    <Group gap="sm">
      <Button variant="default" onClick={asking.open}>
        This was not solved
      </Button>
      <Text size="sm" c="dimmed">
        You can ask until {formatDay(rejectableUntil)}.
      </Text>
    </Group>
  )
}

type Values = { quantity: string; reason: string }

function Form({ outcome, onClose }: { outcome: PortalOutcome; onClose: () => void }) {
  const { organizationName } = usePortalSession()
  const refresh = useRefreshOutcomes()
  const { id, quantity: all } = outcome
  const state = useApiForm({
    initial: { quantity: all, reason: '' },
    check: ({ quantity, reason }: Values) => ({
      ...(!isAmong(quantity.trim(), all) && {
        quantity: `Enter a whole number from 1 to ${formatCount(all)}`,
      }),
      ...(reason.trim() === '' && { reason: 'Enter a reason' }),
    }),
    send: ({ quantity, reason }) =>
      askPortalRejection(id, { reason: reason.trim(), quantity: Number(quantity.trim()) }),
    onDone: async () => {
      await refresh()
      onClose()
    },
  })
  const { form } = state
  // The button that had the focus is gone.
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector('textarea')?.focus(), [])
  const cancel = (
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
  )
  return (
    <ApiForm state={state} action="Send request" cancel={cancel}>
      <Stack gap="sm" ref={fields}>
        <TextAreaField
          form={form}
          name="reason"
          label="Why was it not solved?"
          autosize
          minRows={2}
        />
        <TextField
          form={form}
          name="quantity"
          label="Units"
          description={`Of ${unitsInWords(all)}.`}
          inputMode="numeric"
        />
        <Text size="sm" c="dimmed">
          {organizationName} decides. Accepted units are not billed: your next invoice gives back
          what you have paid for them.
        </Text>
      </Stack>
    </ApiForm>
  )
}

/** Quantities are safe integers. */
const isAmong = (typed: string, all: string) =>
  /^0*[1-9]\d*$/.test(typed) && Number(typed) <= Number(all)
