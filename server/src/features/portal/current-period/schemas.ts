import { type Static, Type } from 'typebox'
import { uuid } from '../../../platform/http/fields.ts'
import { PortalPeriod } from '../period-fields.ts'

export const PortalCurrentPeriodParams = Type.Object({ subscriptionId: uuid() })

const PortalDayOfGrowth = Type.Object(
  {
    date: Type.String({ format: 'date' }),
    amountSoFar: Type.Number({
      description: 'Invoice amount if usage had ended on this day, with fees, discounts and taxes.',
    }),
  },
  { title: 'PortalDayOfGrowth' },
)

export const PortalCurrentPeriod = Type.Object(
  {
    subscriptionId: uuid(),
    currency: Type.String(),
    timeZone: Type.String({ description: 'Time zone of the days.' }),
    period: PortalPeriod,
    days: Type.Array(PortalDayOfGrowth, {
      description:
        'Every day until today, in order; the last one equals amountSoFar of the overview. Empty ' +
        'if that cannot be computed, for example because the period is already invoiced.',
    }),
  },
  {
    title: 'PortalCurrentPeriod',
    description: 'The growth of the current billing period, or of the last one of a subscription.',
  },
)
export type PortalCurrentPeriod = Static<typeof PortalCurrentPeriod>
