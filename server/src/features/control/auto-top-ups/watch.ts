import type { Log } from '../../../platform/log.ts'
import type { CustomerKey } from '../../payments/payment.ts'
import type { ChargeOrder } from '../../payments/provider/provider.ts'

/** A customer is checked no more often: each check computes invoices. */
const EVERY_MS = 2_000

export type AutoTopUpWatch = {
  /** Called after each commit of usage or of holds with its customers, of which some may repeat. */
  note: (customers: readonly CustomerKey[]) => void
  /** Stops, and waits for what is under way; the sweep finds the rest. */
  close: () => Promise<void>
}

type WatchDeps = {
  /** Returns false for customers without automatic top-ups. */
  isActive: (customerId: string) => boolean
  /** Checks a customer, and returns the charges that it started. */
  check: (customer: CustomerKey) => Promise<ChargeOrder[]>
  charge: (order: ChargeOrder) => Promise<unknown>
  log: Log
  everyMs?: number
}

/**
 * Checks after commits whether the credit of a customer is to be topped up, one customer at a time and
 * outside of the commits. Charges do not delay further checks: a provider may hang.
 */
export function createAutoTopUpWatch({
  isActive,
  check,
  charge,
  log,
  everyMs = EVERY_MS,
}: WatchDeps): AutoTopUpWatch {
  const queue = new Map<string, CustomerKey>()
  const checkedAt = new Map<string, number>()
  const running = new Set<Promise<void>>()
  let isChecking = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Tracks work until it ends; a failure is logged. */
  function track(
    work: Promise<unknown>,
    { organizationId, customerId }: CustomerKey,
  ): Promise<void> {
    const tracked = work
      .then(
        () => undefined,
        (error) =>
          log.warn(
            { err: error, organizationId, customerId },
            'credit was not topped up after usage',
          ),
      )
      .finally(() => running.delete(tracked))
    running.add(tracked)
    return tracked
  }

  async function run(customer: CustomerKey): Promise<void> {
    for (const order of await check(customer)) void track(charge(order), customer)
  }

  /** Starts the check that may start next, or wakes up for it. */
  function next(): void {
    clearTimeout(timer)
    if (isClosed || isChecking) return
    const now = performance.now()
    let earliest: { customer: CustomerKey; at: number } | undefined
    for (const customer of queue.values()) {
      const at = (checkedAt.get(customer.customerId) ?? Number.NEGATIVE_INFINITY) + everyMs
      if (!earliest || at < earliest.at) earliest = { customer, at }
    }
    if (!earliest) return
    if (earliest.at > now) {
      timer = setTimeout(next, earliest.at - now)
      timer.unref()
      return
    }
    const { customer } = earliest
    queue.delete(customer.customerId)
    checkedAt.set(customer.customerId, now)
    isChecking = true
    void track(run(customer), customer).then(() => {
      isChecking = false
      next()
    })
  }

  return {
    note: (customers) => {
      for (const { organizationId, customerId } of customers) {
        if (isActive(customerId)) queue.set(customerId, { organizationId, customerId })
      }
      if (queue.size > 0) next()
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      while (running.size > 0) await Promise.all(running)
    },
  }
}
