import { type Static, Type } from 'typebox'
import { uuid, VALUE_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { DAY_OF_CHANGE } from '../../../platform/http/text-patterns.ts'
import { seatsCount } from './sent-fields.ts'

const fields = {
  planId: uuid('An active plan in the same currency, linked to the agent of the subscription.'),
  when: Type.String({
    maxLength: VALUE_LENGTH_MAX,
    pattern: DAY_OF_CHANGE,
    description:
      '`now`: the start of today. `period_end`: the end of the current billing period. Or a date, the ' +
      'first day of the new plan, such as 2026-03-15. All in the time zone of the subscription.',
  }),
  seatsCount: Type.Optional(seatsCount),
}

export const PlanChangeCreate = Type.Object(
  {
    ...fields,
    chargeOnetime: Type.Optional(
      Type.Boolean({ description: 'Charges the one-time fees of the new plan. Default: false.' }),
    ),
    keepAdvance: Type.Optional(
      Type.Boolean({
        description:
          'Keeps what was billed in advance for the days of the new plan. Default: as the subscription says.',
      }),
    ),
  },
  {
    title: 'PlanChangeCreate',
    additionalProperties: false,
    examples: [{ planId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10', when: 'now' }],
  },
)
export type PlanChangeCreate = Static<typeof PlanChangeCreate>

export const PlanChangePreviewQuery = Type.Object(PlanChangeCreate.properties)
