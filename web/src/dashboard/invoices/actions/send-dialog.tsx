import { Button, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invoice, InvoiceMail } from '../../../api/api-types.ts'
import { invoiceMailQuery, sendInvoice } from '../../../api/invoices.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useRefreshAll } from '../use-refresh-all.ts'
import { MailFrame } from './mail-frame.tsx'

const HEIGHT = 360
const PAUSE_MS = 500

type Props = { invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'status'>; onClose: () => void }

/** Recipient, subject and message, with a preview of the email. */
export default function SendDialog({ invoice, onClose }: Props) {
  const { slug } = useOrganization()
  const isAgain = invoice.status === 'issued' || invoice.status === 'overdue'
  const query = useQuery({
    ...invoiceMailQuery(slug, invoice.id),
    // A refetch must not overwrite text that was typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const title = isAgain ? `Send ${invoice.invoiceNumber} again` : `Send ${invoice.invoiceNumber}`
  return (
    <Dialog title={title} isOpen onClose={onClose} size={760}>
      <Loaded query={query} height={HEIGHT}>
        {(mail) => <SendForm invoice={invoice} mail={mail} isAgain={isAgain} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

type FormProps = Props & { mail: InvoiceMail; isAgain: boolean }

function SendForm({ invoice, mail, isAgain, onClose }: FormProps) {
  const { slug } = useOrganization()
  const refresh = useRefreshAll()
  const [typed, setTyped] = useState({ subject: mail.subject, message: '' })
  const [shown] = useDebouncedValue(typed, PAUSE_MS)
  const [isShown, setShown] = useState(true)
  const state = useApiForm({
    initial: { recipientEmail: mail.recipientEmail ?? '', subject: mail.subject, message: '' },
    send: (values, key) => sendInvoice(slug, invoice.id, optionsOf(values, mail), key),
    onDone: async ({ message }) => {
      toast(message)
      await refresh()
      onClose()
    },
  })
  const note = (name: 'subject' | 'message') => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setTyped((before) => ({ ...before, [name]: value }))
  }
  return (
    <ApiForm state={state} action={isAgain ? 'Send again' : 'Send invoice'} isDeliberate isLong>
      <Text size="sm" c="dimmed">
        {isAgain
          ? 'The invoice is sent unchanged and keeps its dates.'
          : 'The invoice will be dated today. Its lines cannot be changed afterwards.'}
      </Text>
      {mail.warnings.length > 0 && <OwnDetailsMissing />}
      <TextField
        form={state.form}
        name="recipientEmail"
        type="email"
        label="To"
        autoComplete="off"
        description={
          mail.recipientEmail === null ? 'The customer has no email address yet.' : undefined
        }
        data-autofocus
      />
      <TextField form={state.form} name="subject" label="Subject" onInput={note('subject')} />
      <TextAreaField
        form={state.form}
        name="message"
        label="Message"
        description="Shown above the invoice."
        autosize
        minRows={2}
        maxRows={6}
        onInput={note('message')}
      />
      <Facts
        facts={[
          ...(mail.copies.length > 0 ? [['Copies', mail.copies.join(', ')] as const] : []),
          ['Attached', mail.attachment],
        ]}
      />
      <Stack gap={8}>
        <Group justify="space-between">
          <Text fw={500} size="sm">
            Email preview
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </Button>
        </Group>
        {isShown && (
          <MailFrame invoiceId={invoice.id} subject={shown.subject} message={shown.message} />
        )}
      </Stack>
    </ApiForm>
  )
}

function OwnDetailsMissing() {
  const { slug } = useOrganization()
  return (
    <Text size="sm">
      Your name or address is missing on the invoice. Most countries require both.{' '}
      <AnchorLink
        to="/o/$slug/settings/organization"
        params={{ slug }}
        size="sm"
        underline="always"
      >
        Add them
      </AnchorLink>
    </Text>
  )
}

type Values = { recipientEmail: string; subject: string; message: string }

/** Returns only the values that differ from the defaults. */
function optionsOf({ recipientEmail, subject, message }: Values, mail: InvoiceMail) {
  const [to, line, text] = [recipientEmail.trim(), subject.trim(), message.trim()]
  return {
    ...(to === '' || to === mail.recipientEmail ? {} : { recipientEmail: to }),
    ...(line === '' || line === mail.subject ? {} : { subject: line }),
    ...(text === '' ? {} : { message: text }),
  }
}
