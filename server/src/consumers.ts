import type { ConsumerDeps } from './features/delivery/consumer.ts'
import { sendMailOfClock } from './features/delivery/mails-of-clock.ts'
import { sendNotice } from './features/delivery/notices.ts'
import { sendReceipt } from './features/delivery/receipts.ts'
import type { Handlers } from './features/outbox/consumers.ts'
import { resumeCollections } from './features/payments/charges/resume-collections.ts'
import type { PaymentDeps } from './features/payments/deps.ts'
import { closePages } from './features/payments/notifications/close-pages.ts'
import { type AccountLinkDeps, sendAccountLink } from './features/portal/account/send-link.ts'

/** What follows from what has happened: each consumer of the outbox, and what it does. */
export function outboxHandlers(deps: PaymentDeps & ConsumerDeps & AccountLinkDeps): Handlers {
  return {
    'payment-pages': (event) => closePages(deps, event),
    'invoice-mails': (event) => sendMailOfClock(deps, event),
    receipts: (event) => sendReceipt(deps, event),
    notices: (event) => sendNotice(deps, event),
    'account-links': (event) => sendAccountLink(deps, event),
    collections: (event) => resumeCollections(deps, event),
  }
}
