import type { Handlers } from './features/outbox/consumers.ts'
import type { PaymentDeps } from './features/payments/deps.ts'
import { closePages } from './features/payments/notifications/close-pages.ts'

/** What follows from what has happened: each consumer of the outbox, and what it does. */
export function outboxHandlers(deps: PaymentDeps): Handlers {
  return {
    'payment-pages': (event) => closePages(deps, event),
  }
}
