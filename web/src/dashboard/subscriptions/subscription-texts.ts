import type { Subscription } from '../../api/api-types.ts'
import { formatCount } from '../../ui/values/money.ts'

export const STATES = {
  active: { tone: 'good', label: 'Active' },
  upcoming: { tone: 'waiting', label: 'Upcoming' },
  ended: { tone: 'over', label: 'Ended' },
} as const satisfies Record<Subscription['status'], { tone: string; label: string }>

export const STATE_LABELS = { active: 'Active', upcoming: 'Upcoming', ended: 'Ended' } as const

export const CYCLES = {
  monthly: 'Monthly',
  yearly: 'Yearly',
  custom: 'Custom number of days',
} as const satisfies Record<Subscription['billingCycle'], string>

type Cycle = Pick<Subscription, 'billingCycle' | 'customCycleDays'>

export const cycleInWords = ({ billingCycle, customCycleDays }: Cycle) =>
  billingCycle === 'custom'
    ? `Every ${formatCount(customCycleDays ?? 0)} days`
    : CYCLES[billingCycle]

export const ABOUT = 'The plans that customers are on, and the agents whose work they pay for.'
export const NOTHING_YET =
  'A subscription puts a customer on a plan. From its start, the work that an agent does for the customer is billed.'
export const NEEDS = {
  both: 'Create a plan and a customer first',
  plan: 'Create a plan first',
  customer: 'Create a customer first, or record an event that names one',
} as const

/** Names of fields in the history; other fields keep their API names. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
  name: 'Name',
  status: 'Status',
  startDate: 'Start',
  endDate: 'End',
  isForever: 'No end',
  billingCycle: 'Billing cycle',
  customCycleDays: 'Days per billing period',
  billingDay: 'Billing day',
  billingModel: 'Billing model (reference)',
  timezone: 'Time zone',
  netTerms: 'Net terms (days)',
  autoCollectPayment: 'Automatic payment',
  seatsCount: 'Seats',
  keepAdvance: 'Keep fees billed in advance',
  proratedAmount: 'Adjustment',
  invoiceMemo: 'Memo',
  nextInvoiceDate: 'Next invoice',
  planId: 'Plan',
  agentId: 'Agent',
  customerId: 'Customer',
  'plan.name': 'Plan name',
}
