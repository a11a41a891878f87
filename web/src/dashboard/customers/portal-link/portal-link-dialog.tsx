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

/** Makes a link to the portal of a customer, and shows what became of earlier ones. */
export default function PortalLinkDialog({ customer, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [made, setMade] = useState<NewPortalSession>()
  return (
    <Dialog title={`Portal link for ${customer.name}`} isOpen onClose={onClose} size={560}>
      <Stack gap="lg">
        <Text>
          Whoever opens it sees this customer’s own view: what is due, usage, invoices and how to
          pay them. It works once, for one hour.
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
    <ApiForm state={state} action="Make link">
      <TextField
        form={state.form}
        name="returnUrl"
        type="url"
        label="Way back (optional)"
        description="The portal shows it as “Back to …”."
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
        It is shown this once, and holds until <Timestamp at={expiresAt} />. Send it to the customer
        and to nobody else. Do not try it yourself: opening it uses it up.
      </Text>
    </Stack>
  )
}
