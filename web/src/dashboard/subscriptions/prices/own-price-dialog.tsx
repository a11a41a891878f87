import { Checkbox, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PricingStrategy, Subscription } from '../../../api/api-types.ts'
import { createOwnPrice } from '../../../api/dated-prices.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { DayFormField } from '../../../ui/forms/day-form-field.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { amountFieldsOf, initialOf, problemsOf, toBody } from './own-price-fields.ts'
import { OwnPricePreview } from './own-price-preview.tsx'

type Props = { subscription: Subscription; strategy: PricingStrategy; onClose: () => void }

/** Sets a price of one subscription, from a day on or from the start. */
export default function OwnPriceDialog({ subscription, strategy, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const { id: subscriptionId, currency } = subscription
  const initial = initialOf(strategy, currency)
  const [values, setValues] = useState(initial)
  const state = useApiForm({
    initial,
    check: (sent) => problemsOf(strategy, sent),
    onChange: setValues,
    send: (sent, key) => {
      const path = { subscriptionId, strategyId: strategy.id }
      return createOwnPrice(slug, path, { body: toBody(strategy, sent), key })
    },
    onDone: async () => {
      toast(`${strategy.name} has its own price for ${subscription.name}`)
      onClose()
      await queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  const { form } = state
  return (
    <Dialog title={`Own price of ${strategy.name}`} isOpen onClose={onClose}>
      <ApiForm state={state} action="Set price" isLong>
        <Checkbox
          label="The plan’s price again"
          checked={values.usePlanPrice}
          onChange={(event) => form.setValues({ usePlanPrice: event.currentTarget.checked })}
        />
        {!values.usePlanPrice && (
          <Stack gap="sm">
            {amountFieldsOf(strategy, currency).map(({ name, label }, at) => (
              <TextField
                key={name}
                form={form}
                name={name}
                label={label}
                inputMode="decimal"
                {...(at === 0 && { 'data-autofocus': true })}
              />
            ))}
          </Stack>
        )}
        <DayFormField
          form={form}
          name="effectiveFrom"
          label="From"
          description="Periods that begin on this day or later. Empty: from the start."
        />
        <TextAreaField
          form={form}
          name="note"
          label="Note"
          description="Customers do not see it."
          rows={2}
        />
        <OwnPricePreview subscription={subscription} strategy={strategy} values={values} />
      </ApiForm>
    </Dialog>
  )
}
