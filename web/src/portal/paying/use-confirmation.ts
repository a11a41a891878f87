import { useEffect, useState } from 'react'
import type { PortalInvoice } from '../../api/api-types.ts'
import type { From } from './invoice-search.ts'

const ASK_EVERY_MS = 3_000
const ASK_FOR_MS = 90_000

export type Confirmation = ReturnType<typeof useConfirmation>

/**
 * Whoever has paid is faster than the news of it: the page asks again, but not for ever. `again` begins anew.
 */
export function useConfirmation(from: From) {
  const [round, setRound] = useState(0)
  const [isOver, setOver] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round has its time
  useEffect(() => {
    setOver(false)
    const timer = setTimeout(() => setOver(true), ASK_FOR_MS)
    return () => clearTimeout(timer)
  }, [round])
  const isAwaited = ({ status, isPaymentPending }: PortalInvoice) =>
    (status === 'issued' || status === 'overdue') && (isPaymentPending || from === 'checkout')
  return {
    /** News is still expected. */
    isOpen: (invoice: PortalInvoice) => isAwaited(invoice) && !isOver,
    /** It has not come in all this time. */
    isLate: (invoice: PortalInvoice) => isAwaited(invoice) && isOver,
    again: () => setRound((before) => before + 1),
    askAgainAfter: (invoice: PortalInvoice | undefined): number | false =>
      invoice !== undefined && isAwaited(invoice) && !isOver && ASK_EVERY_MS,
  }
}
