import { type Static, Type } from 'typebox'

const time = (description: string) => Type.String({ format: 'date-time', description })

export const TestClockMove = Type.Object(
  {
    now: Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'The business time to move to: an ISO 8601 date or timestamp, later than the present one by ' +
        'up to five years. Without an offset it is in UTC. Before the first customer is made, a clock that ' +
        'was never set may start up to five years back.',
    }),
  },
  {
    title: 'TestClockMove',
    additionalProperties: false,
    examples: [{ now: '2027-03-01T00:00:00Z' }],
  },
)
export type TestClockMove = Static<typeof TestClockMove>

export const TestClock = Type.Object(
  {
    now: time('Business time: what periods, due dates and default usage dates go by.'),
    isSet: Type.Boolean({
      description: 'Whether business time is not real time; it ticks on from where it was set.',
    }),
    movingTo: Type.Union([time('Where a move that is under way will end.'), Type.Null()], {
      description: 'Where a move that is under way will end; `now` says how far it is. Else null.',
    }),
    realNow: time('Real time, which createdAt and updatedAt keep.'),
  },
  {
    title: 'TestClock',
    description: 'Business time, as it is now.',
    examples: [
      {
        now: '2027-03-01T00:00:00.000Z',
        isSet: true,
        movingTo: null,
        realNow: '2026-03-15T12:00:00.000Z',
      },
    ],
  },
)
export type TestClock = Static<typeof TestClock>
