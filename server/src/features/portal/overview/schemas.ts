import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { CreditBalance } from '../../credit-balances/fields.ts'
import { PortalInvoiceSummary } from '../invoices/schemas.ts'
import { PortalSubscription } from '../subscriptions/schemas.ts'

const PortalDue = Type.Object(
  {
    currency: Type.String(),
    amount: Type.Number(),
    invoices: Type.Integer({ description: 'Number of unpaid invoices.' }),
    overdue: Type.Integer({ description: 'Number of these invoices that are overdue.' }),
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
      'Invoice amount if there were no further usage; null when it cannot be computed.',
    ),
    currency: Type.String(),
  },
  { title: 'PortalRunningPeriod', description: 'The current billing period.' },
)

export const PortalOverview = Type.Object(
  {
    due: Type.Array(PortalDue, { description: 'By currency; empty when nothing is due.' }),
    openInvoices: Type.Array(PortalInvoiceSummary, {
      description: 'Unpaid invoices, earliest due date first: three at most.',
    }),
    creditBalances: Type.Array(CreditBalance, {
      description:
        'Left of valid credit by currency, without promotional credit: `balance` of the credit.',
    }),
    runningPeriods: Type.Array(PortalRunningPeriod, {
      description: 'For the first five active subscriptions.',
    }),
    lastInvoices: Type.Array(PortalInvoiceSummary, { description: 'The last three invoices.' }),
    subscriptions: Type.Array(PortalSubscription, {
      description: 'The latest three subscriptions.',
    }),
    totalSubscriptions: Type.Integer(),
  },
  {
    title: 'PortalOverview',
    description: 'Amounts that a customer owes, and active subscriptions.',
  },
)
export type PortalOverview = Static<typeof PortalOverview>
