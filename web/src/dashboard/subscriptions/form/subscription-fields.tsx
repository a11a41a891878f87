import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useId } from 'react'
import { DayFormField } from '../../../ui/forms/day-form-field.tsx'
import { FieldGroup } from '../../../ui/forms/field-group.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/fields.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { CYCLES } from '../subscription-texts.ts'
import type { SubscriptionValues } from './subscription-values.ts'

export type FieldsProps = {
  form: UseFormReturnType<SubscriptionValues>
  values: SubscriptionValues
}

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Fields for the billing cycle and its terms. */
export function TermFields({ form, values, children }: FieldsProps & { children?: ReactNode }) {
  const isCustom = values.billingCycle === 'custom'
  return (
    <Stack gap={32}>
      <FieldGroup title="Dates">
        <DayFormField
          form={form}
          name="startDate"
          label="Start"
          description="In the past or future. Usage from this day on is billed."
        />
        <DayFormField
          form={form}
          name="endDate"
          label="Last day"
          description="The last day that is billed."
          placeholder="No end"
        />
        <NativeSelect
          label="Billing cycle"
          description="The length of a billing period."
          data={optionsOf(CYCLES)}
          key={form.key('billingCycle')}
          {...form.getInputProps('billingCycle')}
        />
        {isCustom ? (
          <TextField
            form={form}
            name="customCycleDays"
            label="Days per billing period"
            description="Counted from the start."
            inputMode="numeric"
          />
        ) : (
          <TextField
            form={form}
            name="billingDay"
            label="Billing day"
            description="1 to 31. Leave empty to use the day of the start."
            inputMode="numeric"
          />
        )}
        <TimeZoneField form={form} />
      </FieldGroup>
      <FieldGroup title="Billing">
        <TextField
          form={form}
          name="seatsCount"
          label="Seats"
          description="Used for per-seat prices."
          inputMode="numeric"
        />
        <TextField
          form={form}
          name="netTerms"
          label="Net terms (days)"
          description="Leave empty to use the customer’s net terms."
          inputMode="numeric"
        />
        {children}
        <Flag
          form={form}
          name="autoCollectPayment"
          label="Charge the saved payment method automatically"
        />
      </FieldGroup>
      <Section title="Memo and metadata">
        <Stack gap="md">
          <TextAreaField
            form={form}
            name="invoiceMemo"
            label="Memo"
            description="Printed on every invoice."
            rows={2}
          />
          <JsonField form={form} name="subscriptionDetails" label="Details (JSON)" />
          <JsonField form={form} name="metadata" label="Metadata (JSON)" />
        </Stack>
      </Section>
    </Stack>
  )
}

type Form = { form: FieldsProps['form'] }

function TimeZoneField({ form }: Form) {
  const zones = useId()
  return (
    <div>
      <TextField
        form={form}
        name="timezone"
        label="Time zone"
        description="Billing periods start at midnight in this time zone. Leave empty to use the customer’s time zone."
        list={zones}
      />
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  )
}

export function Flag({
  form,
  name,
  label,
}: Form & { name: keyof SubscriptionValues; label: string }) {
  return (
    <Checkbox
      label={label}
      mb={{ sm: 8 }}
      key={form.key(name)}
      {...form.getInputProps(name, { type: 'checkbox' })}
    />
  )
}

function JsonField({ form, name, label }: Form & { name: string; label: string }) {
  return (
    <TextAreaField
      form={form}
      name={name}
      label={label}
      description="Your own data. The API returns it exactly as sent."
      placeholder='{"contract": "2026-17"}'
      rows={2}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  )
}
