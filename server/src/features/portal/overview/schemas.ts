import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { CreditBalance } from '../../credit-balances/shown-balance.ts'
import { PortalInvoiceSummary } from '../invoices/schemas.ts'
import { PortalSubscription } from '../subscriptions/schemas.ts'

const PortalDue = Type.Object(
  {
    currency: Type.String(),
    amount: Type.Number(),
    invoices: Type.Integer({ description: 'Invoices that are not paid.' }),
    overdue: Type.Integer({ description: 'Those of them that should be.' }),
    earliestDueDate: timestamp(),
  },
  { title: 'PortalDue' },
)

const PortalRunningPeriod = Type.Object(
  {
    subscriptionId: uuid(),
    planName: Type.String(),
    agentName: Type.String(),
    timeZone: Type.String(),
    periodStart: timestamp(),
    periodEnd: timestamp(),
    amountSoFar: nullable(
      Type.Number(),
      'What the invoice would come to if nothing more were used; null where it cannot be said.',
    ),
    currency: Type.String(),
  },
  { title: 'PortalRunningPeriod', description: 'A billing period that is not over.' },
)

export const PortalOverview = Type.Object(
  {
    due: Type.Array(PortalDue, { description: 'By currency; none where nothing is due.' }),
    openInvoices: Type.Array(PortalInvoiceSummary, {
      description: 'What is due, the earliest due date first: three at most.',
    }),
    creditBalances: Type.Array(CreditBalance, {
      description: 'What earlier invoices left to the customer.',
    }),
    runningPeriods: Type.Array(PortalRunningPeriod, {
      description: 'Of the first five subscriptions that are active.',
    }),
    lastInvoices: Type.Array(PortalInvoiceSummary, { description: 'The last three.' }),
    subscriptions: Type.Array(PortalSubscription, { description: 'The latest three.' }),
    totalSubscriptions: Type.Integer(),
  },
  { title: 'PortalOverview', description: 'What a customer owes, and what is running.' },
)
export type PortalOverview = Static<typeof PortalOverview>
