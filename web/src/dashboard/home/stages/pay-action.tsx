import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { emailsQuery } from '../../../api/emails.ts'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import type { Known } from './stages.ts'

const MailDialog = lazy(() => import('../../mail/mail-dialog.tsx'))

const ASK_AGAIN_MS = 2_000

type Props = { known: Known; look: { variant: 'filled' | 'default' } }

/** Opens the captured email of the invoice; if emails are sent, the invoice. */
export function PayAction({ known: { progress, configured }, look }: Props) {
  const { slug, may } = useOrganization()
  const { sentInvoice } = progress
  if (sentInvoice === null) return null
  if (!configured.mail && may('captured_mail')) {
    return <OpenEmail invoiceId={sentInvoice.id} look={look} />
  }
  return (
    <ButtonLink
      {...look}
      to="/o/$slug/invoices/$invoiceId"
      params={{ slug, invoiceId: sentInvoice.id }}
    >
      Open the invoice
    </ButtonLink>
  )
}

function OpenEmail({ invoiceId, look }: { invoiceId: string; look: Props['look'] }) {
  const { slug } = useOrganization()
  const [isOpen, dialog] = useDisclosure()
  const { data } = useQuery({
    ...emailsQuery(slug, { invoiceId, kind: 'invoice', limit: 1 }),
    // The email is written shortly after the invoice is sent.
    refetchInterval: ({ state }) => (state.data?.totalResults === 0 ? ASK_AGAIN_MS : false),
  })
  const mail = data?.results[0]
  return (
    <>
      <AllowedButton
        {...look}
        permission="captured_mail"
        loading={mail === undefined}
        onClick={dialog.open}
      >
        Open the email
      </AllowedButton>
      <Suspense>
        {isOpen && mail !== undefined && <MailDialog mail={mail} onClose={dialog.close} />}
      </Suspense>
    </>
  )
}
