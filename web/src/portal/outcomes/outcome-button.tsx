import { Anchor } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense } from 'react'

const OutcomeDialog = lazy(() => import('./outcome-dialog.tsx'))

/** Opens an outcome: its evidence, and what the customer asked about it. */
export function OutcomeButton({ eventId, children }: { eventId: string; children: ReactNode }) {
  const [isOpen, opened] = useDisclosure()
  return (
    <>
      <Anchor component="button" type="button" size="sm" ta="left" onClick={opened.open}>
        {children}
      </Anchor>
      <Suspense>{isOpen && <OutcomeDialog eventId={eventId} onClose={opened.close} />}</Suspense>
    </>
  )
}
