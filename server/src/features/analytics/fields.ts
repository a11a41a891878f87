/** Fields shared by the queries and answers of analytics. */

import { type TSchema, Type } from 'typebox'
import { nullable, uuid, VALUE_LENGTH_MAX } from '../../platform/http/fields.ts'
import { namedCustomer } from '../customers/fields.ts'

const date = (description: string) =>
  Type.Optional(Type.String({ maxLength: VALUE_LENGTH_MAX, description }))

export const dateFields = {
  startDate: date(
    'First day, in UTC, such as 2026-03-01. Default: the window ends with the last day ' +
      'and covers 30 days.',
  ),
  endDate: date('Last day, inclusive. Default: today.'),
}

export const customerFilters = namedCustomer()
export const agentFilter = Type.Optional(uuid('Only work of this agent.'))
export const signalFilter = Type.Optional(uuid('Only work of this signal.'))

/** No limit: CSV contains all rows. */
export const ALL = Number.MAX_SAFE_INTEGER

/** Selects the table of a CSV. JSON contains all tables, so this is not a filter. */
export const tableField = <const Names extends string[]>(names: readonly [...Names]) =>
  Type.Optional(
    Type.Enum(names, { description: `The table to export as CSV. Default: ${names[0]}.` }),
  )

export const amount = (description?: string) =>
  Type.Number(description === undefined ? {} : { description })
export const count = (description?: string) =>
  Type.Integer(description === undefined ? {} : { description })

export const cost = amount('In USD; covers only events whose cost is known.')
export const costPercent = nullable(
  amount(),
  'The cost as a percentage of that of the window; null when that is zero.',
)
export const uncostedEvents = count(
  'Number of events whose cost is not known yet; the cost does not include them.',
)

export const eventsWithoutTokens = count(
  'Number of events with an LLM without any token, which costs 0; a streamed response ' +
    'may lack its usage.',
)

export const Unpriced = Type.Object(
  {
    quantity: amount('Billable units.'),
    eventCount: count(),
    cost,
  },
  {
    title: 'Unpriced',
    description:
      'Work that no price covers: it belongs to no subscription; or its time is invoiced, and ' +
      'the invoice has no usage line for its signal; or its time is not invoiced, and the plan ' +
      'has no active usage price for its signal. Work at a price of 0, units within a pool and ' +
      'signals that the plan includes are priced. Its cost is part of the other figures. A voided event has no units and no cost, and is ' +
      'still one of the events; `GET /v1/attention` leaves it out where nothing else is unpriced.',
  },
)

/** On every answer with kept earnings. */
export const asOf = Type.String({
  format: 'date-time',
  description:
    'Everything committed before this time is included. Figures of large organizations may be ' +
    'a few minutes old while usage is recorded.',
})

/** Description of the difference between a table's total and its rows. */
export const REST =
  'For each table, the difference between the total and its rows: amounts that belong ' +
  'to no listed row, and rounding. With it, each table adds up to the total to the ' +
  'last digit shown.'

export const DateRangeBody = Type.Object(
  { startDate: Type.String(), endDate: Type.String() },
  { title: 'DateRange', description: 'The days, in UTC, that the figures cover; both inclusive.' },
)

/** Schema of the filters that a query set; none has a default. */
export const filtersOf = (
  title: string,
  query: TSchema & { properties: Record<string, TSchema> },
) => {
  const { startDate: _start, endDate: _end, table: _table, ...filters } = query.properties
  return Type.Object(filters, {
    title,
    description: 'The filters of the request, without its dates.',
  })
}

/**
 * Returns the part of a query that an answer shows as its filters. A customer that was named by its
 * external id is shown by it.
 */
export function filtersIn<Query extends object>(
  query: Query,
): Omit<Query, 'startDate' | 'endDate' | 'table'> {
  const {
    startDate: _start,
    endDate: _end,
    table: _table,
    ...filters
  } = {
    startDate: undefined,
    endDate: undefined,
    table: undefined,
    ...query,
  }
  if (!('customerExternalId' in query)) return filters
  return { ...filters, customerId: undefined }
}
