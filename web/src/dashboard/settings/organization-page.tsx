import { Stack } from '@mantine/core'
import type { Organization } from '../../api/api-types.ts'
import { FieldGrid } from '../../ui/forms/field-grid.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { AccentField } from './accent-field.tsx'
import { LogoField } from './logo-field.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SlugSection } from './slug-section.tsx'

const REQUIRED = ['name'] as const
const OPTIONAL = [
  'email',
  'phone',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'country',
  'taxId',
  'logo',
  'accentColor',
] as const
type Name = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number]
type Values = Record<Name, string>

/** Settings of the organization that sends the invoices. */
export function OrganizationPage() {
  return (
    <Page title="Organization" about="The sender of your invoices, as printed on them.">
      <Stack gap={40}>
        <SettingsForm initialOf={initialOf} bodyOf={bodyOf}>
          {(form) => (
            <>
              <TextField form={form} name="name" label="Name" />
              <LogoField form={form} />
              <AccentField form={form} />
              <FieldGrid>
                <TextField
                  form={form}
                  name="email"
                  type="email"
                  label="Email"
                  description="Replies to invoice emails are sent to this address."
                />
                <TextField
                  form={form}
                  name="phone"
                  label="Phone"
                  description="With country code, such as +1 555 0100."
                />
              </FieldGrid>
              <TextField form={form} name="addressLine1" label="Street and number" />
              <TextField form={form} name="addressLine2" label="Floor, building, department" />
              <FieldGrid>
                <TextField form={form} name="zipCode" label="Postal code" />
                <TextField form={form} name="city" label="City" />
                <TextField form={form} name="state" label="State or region" />
                <TextField
                  form={form}
                  name="country"
                  label="Country"
                  description="Two-letter code, such as DE or US, or the name as printed on invoices."
                />
              </FieldGrid>
              <TextField
                form={form}
                name="taxId"
                label="Tax id"
                description="Printed on invoices as entered, such as VAT DE123456789."
              />
            </>
          )}
        </SettingsForm>
        <Section title="Dashboard address">
          <SlugSection />
        </Section>
      </Stack>
    </Page>
  )
}

function initialOf(settings: Organization): Values {
  const values = [...REQUIRED, ...OPTIONAL].map((name) => [name, settings[name] ?? ''])
  return Object.fromEntries(values)
}

/** Converts the form to a request body; an empty value removes the setting. */
function bodyOf(values: Values) {
  const optional = OPTIONAL.map((name) => [name, values[name].trim() || null])
  return { name: values.name, ...Object.fromEntries(optional) }
}
