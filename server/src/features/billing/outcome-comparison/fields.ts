import { type Static, Type } from 'typebox'
import { lines, nullable, TEXT_LENGTH_MAX, timestamp, uuid } from '../../../platform/http/fields.ts'
import { LINES } from '../../../platform/http/text-patterns.ts'
import { evidenceFields } from '../../events/fields.ts'

/** Ids or days of one comparison. */
export const COUNTED_MAX = 10_000
export const DAYS_MAX = 92
/** Entries of each list of an answer. */
export const LISTED_MAX = 1_000
/** Ten thousand rows fit, and the body stays below its limit. */
const CSV_LENGTH_MAX = 900_000

const ids = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, pattern: LINES }), {
      maxItems: COUNTED_MAX,
      description,
    }),
  )

const decimalText = (description: string) => Type.String({ description })

const CountedDay = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'A day of the customer.' }),
    quantity: Type.Integer({ minimum: 0, description: 'Units that the customer counts.' }),
  },
  { title: 'CountedDay', additionalProperties: false },
)

export const OutcomeComparisonCreate = Type.Object(
  {
    signalId: uuid('The signal whose outcomes are compared.'),
    startDate: Type.String({
      format: 'date',
      description: 'First day, in the time zone of the customer.',
    }),
    endDate: Type.String({
      format: 'date',
      description: `Last day; at most ${DAYS_MAX} days.`,
    }),
    runIds: ids('The runs that the customer counts. Every outcome of a run counts with it.'),
    idempotencyKeys: ids('The idempotency keys of the records that the customer counts.'),
    eventIds: ids('The ids of the events that the customer counts.'),
    days: Type.Optional(
      Type.Array(CountedDay, {
        maxItems: DAYS_MAX,
        description:
          'The units that the customer counts on each day. A day that is not sent has 0.',
      }),
    ),
    csv: Type.Optional(
      lines(
        CSV_LENGTH_MAX,
        'A CSV file with a header row and at most 10,000 rows: one column runId, idempotencyKey or ' +
          'eventId, or the columns date and quantity.',
      ),
    ),
  },
  {
    title: 'OutcomeComparisonCreate',
    description:
      'Send exactly one of `runIds`, `idempotencyKeys`, `eventIds`, `days` and `csv`. An empty list ' +
      'counts nothing.',
    additionalProperties: false,
    examples: [
      {
        signalId: '01890000-0000-7000-8000-000000000003',
        startDate: '2026-03-01',
        endDate: '2026-03-31',
        idempotencyKeys: ['ticket-4711', 'ticket-4712'],
      },
    ],
  },
)
export type OutcomeComparisonCreate = Static<typeof OutcomeComparisonCreate>

const OnlyRecorded = Type.Object(
  {
    eventId: uuid(),
    runId: nullable(Type.String(), 'The run of the event; null: it names none.'),
    idempotencyKey: nullable(Type.String(), 'The key of its record; null: it has none.'),
    usageDate: timestamp(),
    quantity: decimalText('Units that are billed. A decimal.'),
    ...evidenceFields,
  },
  { title: 'OutcomeOnlyRecorded', description: 'An outcome that the customer does not count.' },
)

const OnlyCounted = Type.Object(
  {
    id: Type.String({ description: 'As it was sent.' }),
    reason: Type.Enum(['not_recorded', 'not_billed'], {
      description:
        'not_recorded: the customer has no event of this signal and these days with this id. ' +
        'not_billed: it has, but without units: void, rejected, or recorded as 0.',
    }),
  },
  { title: 'OutcomeOnlyCounted', description: 'An id that only the customer counts.' },
)

const DayDifference = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'A day of the customer.' }),
    recordedQuantity: decimalText('Units that are billed. A decimal.'),
    countedQuantity: decimalText('Units that the customer counts. A decimal.'),
  },
  { title: 'OutcomeDayDifference', description: 'A day on which the counts differ.' },
)

const Compared = Type.Object(
  {
    count: Type.Integer({ description: 'Number of outcomes, of ids, or of days.' }),
    quantity: nullable(Type.String(), 'Their units, a decimal; null: ids say no units.'),
  },
  { title: 'ComparedOutcomes' },
)

const Worth = Type.Object(
  {
    currency: Type.String({ examples: ['USD'] }),
    amount: decimalText('A decimal; negative: the customer would owe less.'),
  },
  { title: 'OutcomeWorth', description: 'Amounts of one currency.' },
)

export const comparisonFields = {
  signalId: uuid(),
  startDate: Type.String({ format: 'date', description: 'First day that is compared.' }),
  endDate: Type.String({ format: 'date', description: 'Last day that is compared.' }),
  timeZone: Type.String({ description: 'Time zone of the days: that of the customer.' }),
  countedBy: Type.Enum(['runId', 'idempotencyKey', 'eventId', 'date'], {
    title: 'CountedBy',
    description: 'What the customer counts by.',
  }),
  agreed: Compared,
  onlyRecorded: Compared,
  onlyCounted: Compared,
  duplicateCount: Type.Integer({
    description: 'Ids that were sent more than once; they count once.',
  }),
  outcomes: Type.Array(OnlyRecorded, {
    description: `The first ${LISTED_MAX} outcomes that the customer does not count, by usage date.`,
  }),
  ids: Type.Array(OnlyCounted, {
    description: `The first ${LISTED_MAX} ids that only the customer counts, as they were sent.`,
  }),
  days: Type.Array(DayDifference, { description: 'Every day on which the counts differ.' }),
  worth: Type.Array(Worth, {
    description:
      'What invoices would change by, before discounts and taxes, if the units were those that the ' +
      'customer counts. Ids that only the customer counts add nothing.',
  }),
  uninvoicedCount: Type.Integer({
    description:
      'Outcomes, or parts of days, of the difference that no invoice bills yet. They are worth nothing here.',
  }),
}
