import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { AllowedButton } from '../session/allowed-button.tsx'

const CorrectDialog = lazy(() => import('./correct-dialog.tsx'))

/** Corrects many events by a file. */
export function CorrectButton() {
  const [isOpen, opened] = useDisclosure()
  return (
    <>
      <AllowedButton permission="correct_usage" variant="default" onClick={opened.open}>
        Correct from a file
      </AllowedButton>
      <Suspense>{isOpen && <CorrectDialog onClose={opened.close} />}</Suspense>
    </>
  )
}
