import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import type { RunDetail } from '../../api/api-types.ts'
import { AllowedButton } from '../session/allowed-button.tsx'

const RejectRunDialog = lazy(() => import('./reject-run-dialog.tsx'))

/** Rejects the outcomes of a run. Runs without an outcome have no button. */
export function RejectRunButton({ run: { runId, events } }: { run: RunDetail }) {
  const [isOpen, opened] = useDisclosure()
  const outcomes = events.filter((one) => one.voidedAt === null && Number(one.quantity) > 0)
  if (outcomes.length === 0) return null
  const isAllRejected = outcomes.every((one) => one.quantity === one.rejectedQuantity)
  return (
    <>
      <AllowedButton
        permission="correct_usage"
        variant="default"
        onClick={opened.open}
        refusal={isAllRejected ? 'All outcomes of the run are rejected' : undefined}
      >
        Reject
      </AllowedButton>
      <Suspense>{isOpen && <RejectRunDialog runId={runId} onClose={opened.close} />}</Suspense>
    </>
  )
}
