import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid, VALUE_LENGTH_MAX } from '../../platform/http/fields.ts'
import { TIMELINE_KINDS } from './timeline-kinds.ts'

const bound = (description: string) =>
  Type.Optional(Type.String({ maxLength: VALUE_LENGTH_MAX, description }))

export const TimelineQuery = Type.Object({
  startDate: bound('Start, as an ISO 8601 date or timestamp. Default: now, in business time.'),
  endDate: bound('End; a date means its whole day in UTC. Default: a month from now.'),
})
export type TimelineQuery = Static<typeof TimelineQuery>

export const TimelineEntry = Type.Object(
  {
    at: timestamp(),
    isDone: Type.Boolean({
      description: 'True if the event has happened. False if it is expected at `at`.',
    }),
    kind: Type.Enum([...TIMELINE_KINDS], {
      title: 'TimelineKind',
      description:
        'invoice_draft: a period ends and becomes a draft. invoice_finalize: the grace hours ' +
        'of a draft have passed. invoice_collect: an invoice with automatic collection is ' +
        'charged.',
    }),
    customerId: uuid(),
    customerExternalId: nullable(
      Type.String(),
      'Your own id of the customer; null when it has none.',
    ),
    customerName: Type.String(),
    subscriptionId: nullable(uuid()),
    subscriptionName: nullable(Type.String()),
    invoiceId: nullable(uuid()),
    invoiceNumber: nullable(Type.String()),
  },
  { title: 'TimelineEntry' },
)
export type TimelineEntry = Static<typeof TimelineEntry>

export const Timeline = Type.Object(
  {
    results: Type.Array(TimelineEntry, { description: 'In chronological order, at most 200.' }),
    hasMore: Type.Boolean({ description: 'True if there are more.' }),
    nextDueAt: nullable(timestamp(), 'When the next event of any kind is due; null: none.'),
    now: timestamp(),
  },
  {
    title: 'Timeline',
    description: 'Past and upcoming events of the clock, in business time.',
    examples: [
      {
        results: [
          {
            at: '2027-04-01T00:00:00.000Z',
            isDone: false,
            kind: 'invoice_draft',
            customerId: '01890000-0000-7000-8000-000000000001',
            customerExternalId: 'acme',
            customerName: 'Acme',
            subscriptionId: '01890000-0000-7000-8000-000000000004',
            subscriptionName: 'Main',
            invoiceId: null,
            invoiceNumber: null,
          },
        ],
        hasMore: false,
        nextDueAt: '2027-04-01T00:00:00.000Z',
        now: '2027-03-15T12:00:00.000Z',
      },
    ],
  },
)
export type Timeline = Static<typeof Timeline>
