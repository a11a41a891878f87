import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import type { Known } from './stages.ts'

const GenerateDialog = lazy(() => import('../../invoices/generate/generate-dialog.tsx'))

type Props = { known: Known; look: { variant: 'filled' | 'default' } }

/** Opens the draft that exists, or generates one for the latest subscription. */
export function GenerateAction({ known: { progress }, look }: Props) {
  const { slug } = useOrganization()
  const [isOpen, dialog] = useDisclosure()
  const { draft, subscription } = progress
  if (draft !== null) {
    return (
      <ButtonLink
        {...look}
        to="/o/$slug/invoices/$invoiceId"
        params={{ slug, invoiceId: draft.id }}
      >
        Open the draft
      </ButtonLink>
    )
  }
  if (subscription === null) return null
  const { customerId, id: subscriptionId } = subscription
  return (
    <>
      <AllowedButton {...look} permission="bill" onClick={dialog.open}>
        Generate invoice
      </AllowedButton>
      <Suspense>
        {isOpen && <GenerateDialog of={{ customerId, subscriptionId }} onClose={dialog.close} />}
      </Suspense>
    </>
  )
}
