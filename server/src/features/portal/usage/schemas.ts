import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { provisionalField } from '../../billing/provisional-fields.ts'
import { PortalPeriod } from '../period-fields.ts'

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

export const PortalUsageQuery = Type.Object({
  subscriptionId: uuid(),
  period: Type.Optional(
    Type.Enum(['current', 'previous'], {
      default: 'current',
      description:
        'current: the current billing period, or the last one of an ended subscription. ' +
        'previous: the period before it.',
    }),
  ),
  startDate: day(
    'Send it with endDate, instead of a period: days in the time zone of the subscription.',
  ),
  endDate: day('Last day of the range; at most 92 days.'),
})
export type PortalUsageQuery = Static<typeof PortalUsageQuery>

const quantity = Type.Number({ description: 'Billing units.' })

const PortalSignalUsage = Type.Object(
  {
    signalId: uuid('Only distinguishes signals from each other.'),
    signalName: Type.String(),
    agentName: Type.String(),
    quantity,
    amount: Type.Number({
      description: 'Priced by the plan; equals the line of an invoice.',
    }),
    currency: Type.String(),
    priceInWords: nullable(
      Type.String(),
      'Price of the units by tier; null without tiers, or if several periods price them.',
    ),
  },
  { title: 'PortalSignalUsage' },
)

const PortalUsageDay = Type.Object(
  {
    date: Type.String({ format: 'date' }),
    bySignal: Type.Array(
      Type.Object({ signalId: uuid(), quantity }, { title: 'PortalSignalQuantity' }),
      { description: 'Signals used on the day.' },
    ),
    totalQuantity: Type.Number({ description: 'Billing units of all signals on the day.' }),
    quantityPercent: nullable(
      Type.Number(),
      'totalQuantity as a percentage of that of all days; null when that is zero.',
    ),
  },
  { title: 'PortalUsageDay' },
)

export const PortalUsage = Type.Object(
  {
    subscriptionId: uuid(),
    currency: Type.String(),
    timeZone: Type.String({ description: 'Time zone of the days.' }),
    period: nullable(
      PortalPeriod,
      'Null when the subscription does not cover any part of the requested range.',
    ),
    isRunning: Type.Boolean({ description: 'True if the period has not ended yet.' }),
    signals: Type.Array(PortalSignalUsage, { description: 'All signals that the plan prices.' }),
    days: Type.Array(PortalUsageDay, { description: 'Every day of the period, in order.' }),
    ...provisionalField,
  },
  { title: 'PortalUsage', description: 'Usage of a customer in a period, and its price.' },
)
export type PortalUsage = Static<typeof PortalUsage>
