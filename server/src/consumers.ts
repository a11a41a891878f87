import type { ConsumerDeps } from './features/delivery/consumer.ts'
import { MAIL_BATCH_SIZE, sendMailsOfClock } from './features/delivery/mails-of-clock.ts'
import { sendNotice } from './features/delivery/notices.ts'
import { sendReceipt } from './features/delivery/receipts.ts'
import { type Handlers, ofCustomers, oneByOne } from './features/outbox/consumers.ts'
import { resumeCollections } from './features/payments/charges/resume-collections.ts'
import type { PaymentDeps } from './features/payments/deps.ts'
import { closePages } from './features/payments/notifications/close-pages.ts'
import { type AccountLinkDeps, sendAccountLink } from './features/portal/account/send-link.ts'
import { sendCreditMail } from './features/portal/credit-mails/send.ts'
import { sendStoppedMail } from './features/portal/credit-mails/send-stopped.ts'
import {
  ANNOUNCED_AT_ONCE,
  type AnnounceDeps,
  announceEvents,
} from './features/webhooks/rendering/announce.ts'

/** Returns the handler of each outbox consumer. */
export function outboxHandlers(
  deps: PaymentDeps & ConsumerDeps & AccountLinkDeps & AnnounceDeps,
): Handlers {
  return {
    'payment-pages': oneByOne((event) => closePages(deps, event)),
    'invoice-mails': {
      batchSize: MAIL_BATCH_SIZE,
      handle: (events) => sendMailsOfClock(deps, ofCustomers(events)),
    },
    receipts: oneByOne((event) => sendReceipt(deps, event)),
    notices: oneByOne((event) => sendNotice(deps, event)),
    'account-links': oneByOne((event) => sendAccountLink(deps, event)),
    'credit-mails': oneByOne((event) =>
      event.type === 'auto_top_up.stopped'
        ? sendStoppedMail(deps, event)
        : sendCreditMail(deps, event),
    ),
    collections: oneByOne((event) => resumeCollections(deps, event)),
    announcements: {
      batchSize: ANNOUNCED_AT_ONCE,
      handle: (events) => announceEvents(deps, events),
    },
  }
}
