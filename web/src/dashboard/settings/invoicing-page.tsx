import { Anchor, Checkbox, Code, Stack, Textarea } from '@mantine/core'
import type { Organization } from '../../api/api-types.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'
import { AccountFields } from './account-fields.tsx'
import { type InvoicingValues, invoicingBody } from './invoicing-values.ts'
import { SettingsForm } from './settings-form.tsx'

/** Settings for generating, sending, reminding of and accounting for invoices. */
export function InvoicingPage() {
  const { slug } = useOrganization()
  return (
    <Page
      title="Invoicing"
      about="When invoices are sent, what they contain, and which reminders follow."
    >
      <Anchor href={`/v1/organization/sample-invoice?organization=${slug}`} target="_blank">
        View a sample invoice with these settings (PDF)
      </Anchor>
      <SettingsForm initialOf={initialOf} bodyOf={invoicingBody}>
        {(form) => (
          <>
            <TextField
              form={form}
              name="currency"
              label="Currency"
              description="Three-letter code, such as USD. Used for new plans; existing plans keep their currency."
              w={220}
            />
            <TextField
              form={form}
              name="graceHours"
              label="Grace period (hours)"
              description="How long a draft waits for late usage before it is sent automatically."
              inputMode="numeric"
              w={220}
            />
            <TextField
              form={form}
              name="reminderDays"
              label="Reminders"
              description="Days after the due date, such as 3, 7, 14. Leave empty to send none."
              w={220}
            />
            <TextField
              form={form}
              name="lowCreditAmount"
              label="Low credit below"
              description="Prepaid credit in the currency above is announced as low below this amount. Leave empty for never."
              inputMode="decimal"
              w={220}
            />
            <Textarea
              label="Footer"
              description="Printed at the end of every invoice, such as bank account, company registration or a thank-you."
              autosize
              minRows={3}
              maxRows={12}
              key={form.key('invoiceFooter')}
              {...form.getInputProps('invoiceFooter')}
            />
            <Stack gap="xs">
              {FLAGS.map(({ name, label }) => (
                <Checkbox
                  key={form.key(name)}
                  label={label}
                  description={name === 'accountLinkInMails' && <AboutAccountLink />}
                  {...form.getInputProps(name, { type: 'checkbox' })}
                />
              ))}
            </Stack>
            <AccountFields form={form} />
          </>
        )}
      </SettingsForm>
    </Page>
  )
}

function AboutAccountLink() {
  const { configured, environment } = useSession()
  const about =
    'The link does not open the account itself: it emails a link that is valid for one hour to the customer’s address on file.'
  if (configured.mail || environment === 'test') return about
  return (
    <>
      {about} No mail server is configured, so no link is sent. Set <Code>SMTP_URL</Code> and{' '}
      <Code>MAIL_FROM</Code>, and restart the service.
    </>
  )
}

const FLAGS = [
  { name: 'emailOnPayment', label: 'Email the customer when a payment is recorded by hand' },
  { name: 'emailOnRefund', label: 'Email the customer when a payment is refunded' },
  { name: 'emailOnVoid', label: 'Email the customer when an issued invoice is voided' },
  {
    name: 'emailOnCredit',
    label: 'Email the customer when prepaid credit is low, used up or about to expire',
  },
  {
    name: 'alertOnCredit',
    label: 'Email owners and admins when prepaid credit of a customer is low or used up',
  },
  {
    name: 'accountLinkInMails',
    label: 'Include a “View your account” link in emails about invoices',
  },
  {
    name: 'allowOverlappingSubscriptions',
    label: 'Allow a customer to have overlapping subscriptions to the same plan',
  },
] as const

function initialOf(settings: Organization): InvoicingValues {
  const { currency, graceHours, reminderDays, invoiceFooter, ...flags } = settings
  return {
    currency,
    graceHours: String(graceHours),
    reminderDays: reminderDays.join(', '),
    invoiceFooter: invoiceFooter ?? '',
    emailOnPayment: flags.emailOnPayment,
    emailOnRefund: flags.emailOnRefund,
    emailOnVoid: flags.emailOnVoid,
    emailOnCredit: flags.emailOnCredit,
    alertOnCredit: flags.alertOnCredit,
    lowCreditAmount: flags.lowCreditAmount === null ? '' : String(flags.lowCreditAmount),
    accountLinkInMails: flags.accountLinkInMails,
    allowOverlappingSubscriptions: flags.allowOverlappingSubscriptions,
    ledgerAccounts: flags.ledgerAccounts,
  }
}
