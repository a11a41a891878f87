import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { subscriptionsQuery } from '../../api/subscriptions.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'

const ChooseDialog = lazy(() => import('./choose-subscription-dialog.tsx'))
const GenerateDialog = lazy(() => import('../subscriptions/actions/generate-dialog.tsx'))

const SHOWN = 100

/** Makes the draft of a period that is under way; of which subscription, is asked where there are several. */
export function GenerateInvoice({ customerId }: { customerId: string }) {
  const { slug } = useOrganization()
  const [chosen, setChosen] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(
    subscriptionsQuery(slug, { customerId, status: 'active', limit: SHOWN, page: 1 }),
  )
  const running = data?.results ?? []
  const [only, ...more] = running
  const subscription =
    running.find(({ id }) => id === chosen) ?? (more.length === 0 ? only : undefined)
  const close = () => {
    setOpen(false)
    setChosen(undefined)
  }
  return (
    <>
      <AllowedButton
        permission="bill"
        variant="default"
        refusal={data && only === undefined ? 'No subscription is active' : undefined}
        onClick={() => setOpen(true)}
      >
        Generate invoice
      </AllowedButton>
      <Suspense>
        {isOpen && subscription && <GenerateDialog subscription={subscription} onClose={close} />}
        {isOpen && subscription === undefined && running.length > 0 && (
          <ChooseDialog subscriptions={running} onChoose={setChosen} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
