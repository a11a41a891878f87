import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { PortalPeriod } from '../period.ts'

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

export const PortalUsageQuery = Type.Object({
  subscriptionId: uuid(),
  period: Type.Optional(
    Type.Enum(['current', 'previous'], {
      default: 'current',
      description: 'The billing period under way, or the last one; or the one before.',
    }),
  ),
  startDate: day('With endDate, in the place of a period: days in the zone of the subscription.'),
  endDate: day('The last day; at most 92 days.'),
})
export type PortalUsageQuery = Static<typeof PortalUsageQuery>

const quantity = Type.Number({ description: 'Billing units.' })

const PortalSignalUsage = Type.Object(
  {
    signalId: uuid('Only tells signals apart.'),
    signalName: Type.String(),
    agentName: Type.String(),
    quantity,
    amount: Type.Number({
      description: 'As the plan prices it, and as the line of an invoice says it.',
    }),
    currency: Type.String(),
  },
  { title: 'PortalSignalUsage' },
)

const PortalUsageDay = Type.Object(
  {
    date: Type.String({ format: 'date' }),
    bySignal: Type.Array(
      Type.Object({ signalId: uuid(), quantity }, { title: 'PortalSignalQuantity' }),
      { description: 'Signals that were used on the day.' },
    ),
  },
  { title: 'PortalUsageDay' },
)

export const PortalUsage = Type.Object(
  {
    subscriptionId: uuid(),
    currency: Type.String(),
    timeZone: Type.String({ description: 'Days are days in this one.' }),
    period: nullable(
      PortalPeriod,
      'Null where the subscription covers nothing of what was asked for.',
    ),
    isRunning: Type.Boolean({ description: 'Whether the period has yet to end.' }),
    signals: Type.Array(PortalSignalUsage, { description: 'All that the plan prices.' }),
    days: Type.Array(PortalUsageDay, { description: 'Every day of the period, in order.' }),
  },
  { title: 'PortalUsage', description: 'What a customer used in a time, and what it comes to.' },
)
export type PortalUsage = Static<typeof PortalUsage>
