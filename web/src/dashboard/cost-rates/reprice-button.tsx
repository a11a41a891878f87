import { lazy, Suspense, useState } from 'react'
import type { CostRate } from '../../api/api-types.ts'
import { formatDay } from '../../ui/values/dates.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useBusinessTime } from '../session/use-business-time.ts'

const StartRunDialog = lazy(() => import('../repricing/start-run-dialog.tsx'))

/** Opens the form of a run over the usage since a rate applies, which may have another cost. */
export function RepriceButton({ rate }: { rate: CostRate }) {
  const [isOpen, setOpen] = useState(false)
  const today = useBusinessTime()?.toISOString().slice(0, 10)
  const { model, modelProvider, effectiveFrom, note, costAllocationId } = rate
  // A month of an allocation is priced again by its settlement.
  if (costAllocationId !== null || today === undefined) return null
  const since = effectiveFrom?.slice(0, 10) ?? ''
  const known = { model: model ?? '', modelProvider, from: since, to: today, reason: note ?? '' }
  const isLater = since > today
  return (
    <>
      <AllowedButton
        permission="cost_rates"
        variant="default"
        w="fit-content"
        refusal={isLater ? 'It applies from a later date' : undefined}
        onClick={() => setOpen(true)}
      >
        {since === '' ? 'Reprice earlier usage' : `Reprice since ${formatDay(since)}`}
      </AllowedButton>
      <Suspense>
        {isOpen && <StartRunDialog known={known} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
