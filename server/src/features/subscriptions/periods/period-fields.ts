import { type Static, Type } from 'typebox'
import { timestamp } from '../../../platform/http/fields.ts'

export const SubscriptionPeriod = Type.Object(
  {
    start: timestamp(),
    end: timestamp('Exclusive end of the period.'),
    invoiceDate: Type.String({
      format: 'date',
      description:
        'Day on which the period ends and is invoiced, in the time zone of the subscription.',
    }),
    state: Type.Enum(['past', 'current', 'upcoming'], { title: 'SubscriptionPeriodState' }),
  },
  { title: 'SubscriptionPeriod' },
)
export type SubscriptionPeriod = Static<typeof SubscriptionPeriod>
