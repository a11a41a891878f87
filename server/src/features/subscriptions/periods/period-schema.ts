import { type Static, Type } from 'typebox'
import { timestamp } from '../../../platform/http/fields.ts'

export const SubscriptionPeriod = Type.Object(
  {
    start: timestamp(),
    end: timestamp('Itself not part of the period.'),
    invoiceDate: Type.String({
      format: 'date',
      description: 'The day it ends and is invoiced, in the time zone of the subscription.',
    }),
    state: Type.Enum(['past', 'current', 'upcoming'], { title: 'SubscriptionPeriodState' }),
  },
  { title: 'SubscriptionPeriod' },
)
export type SubscriptionPeriod = Static<typeof SubscriptionPeriod>
