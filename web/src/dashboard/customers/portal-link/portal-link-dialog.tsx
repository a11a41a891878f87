import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Customer, NewPortalSession } from '../../../api/api-types.ts'
import { createPortalSession, portalSessionsQuery } from '../../../api/portal-sessions.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { CopyText } from '../../../ui/values/copy-text.tsx'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { EarlierLinks } from './earlier-links.tsx'

type Props = { customer: Pick<Customer, 'id' | 'name'>; onClose: () => void }

/** Creates a portal link for a customer and shows the state of earlier ones. */
export default function PortalLinkDialog({ customer, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [made, setMade] = useState<NewPortalSession>()
  return (
    <Dialog title={`Portal link for ${customer.name}`} isOpen onClose={onClose} size={560}>
      <Stack gap="lg">
        <Text>
          Anyone who opens the link sees this customer’s portal: amounts due, usage, invoices and
          payment. The link can be opened once, and access ends one hour after the link is created.
        </Text>
        {made === undefined ? (
          <NewLink
            customerId={customer.id}
            onMade={(session) => {
              setMade(session)
              void queryClient.invalidateQueries(portalSessionsQuery(slug, customer.id))
            }}
          />
        ) : (
          <MadeLink session={made} />
        )}
        <EarlierLinks customerId={customer.id} madeId={made?.id} />
      </Stack>
    </Dialog>
  )
}

type NewLinkProps = { customerId: string; onMade: (session: NewPortalSession) => void }

function NewLink({ customerId, onMade }: NewLinkProps) {
  const { slug } = useOrganization()
  const state = useApiForm({
    initial: { returnUrl: '' },
    send: ({ returnUrl }) =>
      createPortalSession(slug, {
        customerId,
        ...(returnUrl.trim() === '' ? {} : { returnUrl: returnUrl.trim() }),
      }),
    onDone: onMade,
  })
  return (
    <ApiForm state={state} action="Create link">
      <TextField
        form={state.form}
        name="returnUrl"
        type="url"
        label="Return URL (optional)"
        description="Shown in the portal as “Back to …”."
        placeholder="https://app.example.com/billing"
      />
    </ApiForm>
  )
}

function MadeLink({ session: { url, expiresAt } }: { session: NewPortalSession }) {
  return (
    <Stack gap={8} role="status">
      {url !== null && <CopyText text={url} label="Copy link" isBlock />}
      <Text size="sm">
        This link is shown only once and is valid until <Timestamp at={expiresAt} />. Send it only
        to the customer. Do not open it yourself: it can be opened only once.
      </Text>
    </Stack>
  )
}
