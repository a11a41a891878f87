import { Anchor, Checkbox, Code, Stack, Textarea } from '@mantine/core'
import type { Organization } from '../../api/api-types.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'
import { type InvoicingValues, invoicingBody } from './invoicing-values.ts'
import { SettingsForm } from './settings-form.tsx'

/** By which rules invoices are made, sent and reminded of. */
export function InvoicingPage() {
  const { slug } = useOrganization()
  return (
    <Page title="Invoicing" about="When invoices go out, what they say, and what follows.">
      <Anchor href={`/v1/organization/sample-invoice?organization=${slug}`} target="_blank">
        See a sample invoice, as these settings print it (PDF)
      </Anchor>
      <SettingsForm initialOf={initialOf} bodyOf={invoicingBody}>
        {(form) => (
          <>
            <TextField
              form={form}
              name="currency"
              label="Currency"
              description="Three letters, such as USD. New plans are in it; plans that exist keep theirs."
              w={220}
            />
            <TextField
              form={form}
              name="graceHours"
              label="Hours of grace"
              description="How long a draft waits for late usage before it goes out by itself."
              inputMode="numeric"
              w={220}
            />
            <TextField
              form={form}
              name="reminderDays"
              label="Reminders"
              description="Days after the due date, such as 3, 7, 14. Empty: never."
              w={220}
            />
            <Textarea
              label="Footer"
              description="At the end of every invoice: bank account, register entry, thanks."
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
          </>
        )}
      </SettingsForm>
    </Page>
  )
}

function AboutAccountLink() {
  const { configured, environment } = useSession()
  const about =
    'It opens nothing by itself: it mails a link for one hour to the address that you have on file.'
  if (configured.mail || environment === 'test') return about
  return (
    <>
      {about} No mail server is set, so none is sent: set <Code>SMTP_URL</Code> and{' '}
      <Code>MAIL_FROM</Code>, and start the service again.
    </>
  )
}

const FLAGS = [
  { name: 'emailOnPayment', label: 'Mail the customer when a payment is recorded by hand' },
  { name: 'emailOnRefund', label: 'Mail the customer when money is given back' },
  { name: 'emailOnVoid', label: 'Mail the customer when an issued invoice is voided' },
  { name: 'accountLinkInMails', label: 'Mails about invoices say “View your account”' },
  {
    name: 'allowOverlappingSubscriptions',
    label: 'A customer may have the same plan twice at a time',
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
    accountLinkInMails: flags.accountLinkInMails,
    allowOverlappingSubscriptions: flags.allowOverlappingSubscriptions,
  }
}
