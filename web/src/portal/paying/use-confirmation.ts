import { useEffect, useState } from 'react'
import type { PortalInvoice } from '../../api/api-types.ts'
import type { From } from './invoice-search.ts'

const ASK_EVERY_MS = 3_000
const ASK_FOR_MS = 90_000

export type Confirmation = ReturnType<typeof useConfirmation>

/**
 * Polls for the payment notification, which may arrive after the customer returns. Polling stops
 * after a limit; `again` restarts it.
 */
export function useConfirmation(from: From) {
  const [round, setRound] = useState(0)
  const [isOver, setOver] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round restarts the timer
  useEffect(() => {
    setOver(false)
    const timer = setTimeout(() => setOver(true), ASK_FOR_MS)
    return () => clearTimeout(timer)
  }, [round])
  const isAwaited = ({ status, isPaymentPending }: PortalInvoice) =>
    (status === 'issued' || status === 'overdue') && (isPaymentPending || from === 'checkout')
  return {
    /** The notification is still expected. */
    isOpen: (invoice: PortalInvoice) => isAwaited(invoice) && !isOver,
    /** The notification did not arrive within the limit. */
    isLate: (invoice: PortalInvoice) => isAwaited(invoice) && isOver,
    again: () => setRound((before) => before + 1),
    askAgainAfter: (invoice: PortalInvoice | undefined): number | false =>
      invoice !== undefined && isAwaited(invoice) && !isOver && ASK_EVERY_MS,
  }
}
