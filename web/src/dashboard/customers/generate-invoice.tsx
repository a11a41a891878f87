import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { subscriptionsQuery } from '../../api/subscriptions.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'

const GenerateDialog = lazy(() => import('../invoices/generate/generate-dialog.tsx'))

/** Generates the draft of a current period; asks for the subscription if there are several. */
export function GenerateInvoice({ customerId }: { customerId: string }) {
  const { slug } = useOrganization()
  const [isOpen, dialog] = useDisclosure()
  const { data } = useQuery(
    subscriptionsQuery(slug, { customerId, status: 'active', limit: 1, page: 1 }),
  )
  return (
    <>
      <AllowedButton
        permission="bill"
        variant="default"
        refusal={data?.totalResults === 0 ? 'This customer has no active subscription' : undefined}
        onClick={dialog.open}
      >
        Generate invoice
      </AllowedButton>
      <Suspense>{isOpen && <GenerateDialog of={{ customerId }} onClose={dialog.close} />}</Suspense>
    </>
  )
}
