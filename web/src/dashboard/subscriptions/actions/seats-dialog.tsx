import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeSeats } from '../../../api/seats.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { DayFormField } from '../../../ui/forms/day-form-field.tsx'
import { FieldGrid } from '../../../ui/forms/field-grid.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatDay } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { SeatsPreview } from './seats-preview.tsx'
import type { DialogProps } from './use-change.ts'

const COUNT = /^\d{1,9}$/

type Values = { seatsCount: string; from: string }

const isCount = ({ seatsCount }: Values) => COUNT.test(seatsCount.trim())

const bodyOf = ({ seatsCount, from }: Values) => ({
  seatsCount: Number(seatsCount.trim()),
  ...(from !== '' && { from }),
})

/** Changes the number of seats from a day on, after a preview of the invoice. */
export default function SeatsDialog({ subscription, onClose }: DialogProps) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const { id, seatsCount: present, timezoneInForce } = subscription
  const initial: Values = { seatsCount: String(present), from: '' }
  const [values, setValues] = useState(initial)
  const state = useApiForm({
    initial,
    onChange: setValues,
    check: (sent) => ({ ...(!isCount(sent) && { seatsCount: 'Enter a whole number' }) }),
    send: (sent, key) => changeSeats(slug, id, bodyOf(sent), key),
    onDone: ({ seatsCount, from }) => {
      void queryClient.invalidateQueries({ queryKey: [slug] })
      toast(`Seats from ${formatDay(from)}: ${formatCount(seatsCount)}`)
      onClose()
    },
  })
  return (
    <Dialog title="Change seats" isOpen onClose={onClose} size={760}>
      <ApiForm state={state} action="Change seats">
        <FieldGrid>
          <TextField
            form={state.form}
            name="seatsCount"
            label="Seats"
            description={`${formatCount(present)} are in force today.`}
            inputMode="numeric"
            data-autofocus
          />
          <DayFormField
            form={state.form}
            name="from"
            label="From"
            description={`A day in ${timezoneInForce}. Empty: today, or the start.`}
          />
        </FieldGrid>
        <SeatsPreview
          subscriptionId={id}
          timeZone={timezoneInForce}
          asked={isCount(values) ? bodyOf(values) : undefined}
        />
      </ApiForm>
    </Dialog>
  )
}
