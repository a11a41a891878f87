import { Code, Stack } from '@mantine/core'
import type { Customer } from '../../../api/api-types.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { formatCount } from '../../../ui/values/money.ts'

const orNone = (text: string | null) => text ?? '–'

/** The fields of the form, read-only. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  return (
    <Stack gap={32}>
      <Section title="Customer">
        <Facts
          facts={[
            ['Name', customer.name],
            ['External id', orNone(customer.externalId)],
            ['Email', orNone(customer.email)],
            ['Phone', orNone(customer.phone)],
          ]}
        />
      </Section>
      <Section title="Address">
        <Facts
          facts={[
            [
              'Street',
              [customer.addressLine1, customer.addressLine2].filter(Boolean).join(', ') || '–',
            ],
            ['City', [customer.zipCode, customer.city].filter(Boolean).join(' ') || '–'],
            ['State or region', orNone(customer.state)],
            ['Country', orNone(customer.country)],
          ]}
        />
      </Section>
      <Section title="Billing">
        <Facts
          facts={[
            ['Billing contact', orNone(customer.billingContactName)],
            ['Billing contact email', orNone(customer.billingContactEmail)],
            ['Send copies of invoices to', customer.invoiceEmailRecipients.join(', ') || '–'],
            ['Net terms (days)', formatCount(customer.netTerms)],
            [
              'Low credit below',
              customer.lowCreditAmount === null
                ? 'Organization default'
                : formatCount(customer.lowCreditAmount),
            ],
            ['Time zone', customer.timezone],
          ]}
        />
      </Section>
      <Section title="Tax">
        <Facts
          facts={[
            ['Tax id', orNone(customer.taxId)],
            ['Exempt', customer.isTaxExempt ? (customer.taxExemptionReason ?? 'Yes') : 'No'],
            [
              'Tax rates',
              customer.taxRateIds === null
                ? 'Organization defaults'
                : `${formatCount(customer.taxRateIds.length)} custom`,
            ],
          ]}
        />
      </Section>
      {Object.keys(customer.metadata).length > 0 && (
        <Section title="Metadata">
          <Code block>{JSON.stringify(customer.metadata, null, 2)}</Code>
        </Section>
      )}
    </Stack>
  )
}
