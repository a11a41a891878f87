import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId } from 'react'
import { FieldGroup } from '../../../ui/forms/field-group.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/fields.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { STATUS_NAMES, STATUSES } from '../customer-texts.ts'
import type { CustomerValues } from './customer-values.ts'
import { TaxRateFields } from './tax-rate-fields.tsx'

type Props = { form: UseFormReturnType<CustomerValues> }

/** Every field of a customer, grouped by purpose. */
export function CustomerFields({ form }: Props) {
  return (
    <Stack gap={32} maw={860}>
      <Identity form={form} />
      <Address form={form} />
      <Billing form={form} />
      <Tax form={form} />
      <Section title="Metadata" about="Your own data. The API returns it exactly as sent.">
        <TextAreaField
          form={form}
          name="metadata"
          label="JSON"
          placeholder='{"tier": "gold"}'
          rows={4}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      </Section>
    </Stack>
  )
}

function Identity({ form }: Props) {
  return (
    <FieldGroup title="Customer">
      <TextField form={form} name="name" label="Name" description="Printed on invoices." required />
      <TextField
        form={form}
        name="externalId"
        label="External id"
        description="Your own id for this customer. Events refer to the customer by it."
      />
      <TextField
        form={form}
        name="email"
        type="email"
        label="Email"
        description="Invoices are sent to this address."
      />
      <TextField
        form={form}
        name="phone"
        label="Phone"
        description="With country code, such as +1 555 0100."
      />
      <NativeSelect
        label="Status"
        description="For your reference and for filtering. It does not affect billing."
        data={STATUS_NAMES.map((value) => ({ value, label: STATUSES[value].label }))}
        key={form.key('status')}
        {...form.getInputProps('status')}
      />
    </FieldGroup>
  )
}

function Address({ form }: Props) {
  return (
    <FieldGroup title="Address" about="Printed on invoices.">
      <TextField form={form} name="addressLine1" label="Street and number" />
      <TextField form={form} name="addressLine2" label="Floor, building, department" />
      <TextField form={form} name="zipCode" label="Postal code" />
      <TextField form={form} name="city" label="City" />
      <TextField form={form} name="state" label="State or region" />
      <TextField
        form={form}
        name="country"
        label="Country"
        placeholder="DE"
        description="Two-letter code, such as DE or US, or the name as printed on invoices."
      />
    </FieldGroup>
  )
}

function Billing({ form }: Props) {
  const zones = useId()
  return (
    <FieldGroup title="Billing">
      <TextField form={form} name="billingContactName" label="Billing contact" />
      <TextField
        form={form}
        name="billingContactEmail"
        type="email"
        label="Billing contact email"
      />
      <TextAreaField
        form={form}
        name="invoiceEmailRecipients"
        label="Send copies of invoices to"
        description="One email address per line."
        rows={3}
      />
      <Stack gap="md">
        <TextField
          form={form}
          name="netTerms"
          label="Net terms (days)"
          description="From the issue date of an invoice until it is due."
          inputMode="numeric"
        />
        <TextField
          form={form}
          name="lowCreditAmount"
          label="Low credit below"
          description="Prepaid credit is announced as low below this amount; 0 is never. Leave empty for the amount of the organization."
          inputMode="decimal"
        />
        <TextField
          form={form}
          name="timezone"
          label="Time zone"
          description="Billing periods start and end at midnight in this time zone."
          list={zones}
        />
        <datalist id={zones}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </Stack>
    </FieldGroup>
  )
}

function Tax({ form }: Props) {
  return (
    <FieldGroup title="Tax">
      <TextField
        form={form}
        name="taxId"
        label="Tax id"
        description="Printed on invoices as entered."
        placeholder="VAT DE123456789"
      />
      <TextField
        form={form}
        name="taxExemptionReason"
        label="Reason for the exemption"
        description="Printed on invoices while the customer is exempt."
        placeholder="Reverse charge, Art. 196 VAT Directive"
      />
      <Checkbox
        label="Exempt from all taxes"
        key={form.key('isTaxExempt')}
        {...form.getInputProps('isTaxExempt', { type: 'checkbox' })}
      />
      <TaxRateFields form={form} />
    </FieldGroup>
  )
}
