import { type Static, Type } from 'typebox'
import { seatsCount } from './sent-fields.ts'

export const SeatsCreate = Type.Object(
  {
    seatsCount,
    from: Type.Optional(
      Type.String({
        format: 'date',
        description:
          'First day with this number, in the time zone of the subscription. Default: today, or ' +
          'the start date of an upcoming subscription.',
      }),
    ),
  },
  {
    title: 'SeatsCreate',
    additionalProperties: false,
    examples: [{ seatsCount: 8, from: '2026-03-15' }],
  },
)
export type SeatsCreate = Static<typeof SeatsCreate>

export const SeatsPreviewQuery = Type.Object(SeatsCreate.properties)

export const SubscriptionSeats = Type.Object(
  {
    from: Type.String({
      format: 'date',
      description: 'First day with this number, in the time zone of the subscription.',
    }),
    seatsCount: Type.Integer({ description: 'Seats from this day until the next change.' }),
    state: Type.Enum(['past', 'current', 'upcoming'], {
      title: 'SubscriptionSeatsState',
      description:
        'current: the number of today, or of the last day once the subscription has ended.',
    }),
  },
  { title: 'SubscriptionSeats', description: 'The number of seats from a day on.' },
)
export type SubscriptionSeats = Static<typeof SubscriptionSeats>
