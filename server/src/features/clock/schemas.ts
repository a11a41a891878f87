import { type Static, Type } from 'typebox'

const time = (description: string) => Type.String({ format: 'date-time', description })

export const TestClockMove = Type.Object(
  {
    now: Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'Business time to move to: an ISO 8601 date or timestamp, up to five years after the ' +
        'current one. UTC without an offset. Before the first customer is created, a clock ' +
        'that was never set may start up to five years in the past.',
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
    now: time('Business time, which periods, due dates and default usage dates follow.'),
    isSet: Type.Boolean({
      description:
        'True if business time differs from real time; it advances from the time it was set to.',
    }),
    movingTo: Type.Union([time('Target of a move in progress.'), Type.Null()], {
      description: 'Target of a move in progress; `now` shows how far it has come. Otherwise null.',
    }),
    realNow: time('Real time, which createdAt and updatedAt keep.'),
  },
  {
    title: 'TestClock',
    description: 'Current business time.',
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
