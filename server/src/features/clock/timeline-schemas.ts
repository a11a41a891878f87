import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid, VALUE_LENGTH_MAX } from '../../platform/http/fields.ts'
import { TIMELINE_KINDS } from './timeline-kinds.ts'

const bound = (description: string) =>
  Type.Optional(Type.String({ maxLength: VALUE_LENGTH_MAX, description }))

export const TimelineQuery = Type.Object({
  startDate: bound('From when, as an ISO 8601 date or timestamp. Default: now, in business time.'),
  endDate: bound('Until when; a date stands for its whole day in UTC. Default: a month from now.'),
})
export type TimelineQuery = Static<typeof TimelineQuery>

export const TimelineEntry = Type.Object(
  {
    at: timestamp(),
    isDone: Type.Boolean({ description: 'Whether it has happened. If not, it will by then.' }),
    kind: Type.Enum([...TIMELINE_KINDS], {
      title: 'TimelineKind',
      description:
        'invoice_draft: a period is over and becomes a draft. invoice_finalize: a draft has waited its ' +
        'hours of grace. invoice_collect: an invoice that pays by itself is charged.',
    }),
    customerId: uuid(),
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
    results: Type.Array(TimelineEntry, { description: 'In order of time, at most 200.' }),
    hasMore: Type.Boolean({ description: 'Whether there are more than those.' }),
    nextDueAt: nullable(timestamp(), 'When the next thing of all becomes due; null: nothing does.'),
    now: timestamp(),
  },
  {
    title: 'Timeline',
    description: 'What has happened by the clock, and what will, in business time.',
    examples: [
      {
        results: [
          {
            at: '2027-04-01T00:00:00.000Z',
            isDone: false,
            kind: 'invoice_draft',
            customerId: '01890000-0000-7000-8000-000000000001',
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
