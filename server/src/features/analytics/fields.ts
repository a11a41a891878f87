/** What the queries and answers of analytics are made of. */
import { type TSchema, Type } from 'typebox'
import { uuid, VALUE_LENGTH_MAX } from '../../platform/http/fields.ts'

const date = (description: string) =>
  Type.Optional(Type.String({ maxLength: VALUE_LENGTH_MAX, description }))

export const dateFields = {
  startDate: date(
    'The first day, in UTC, such as 2026-03-01. Default: 30 days before the last day ends.',
  ),
  endDate: date('The last day, itself included. Default: today.'),
}

export const customerFilter = Type.Optional(uuid('The id here, not your external id.'))
export const agentFilter = Type.Optional(uuid('What this agent did.'))
export const signalFilter = Type.Optional(uuid('Work of this signal.'))

/** No limit: CSV has all rows. */
export const ALL = Number.MAX_SAFE_INTEGER

/** Which table a CSV has. JSON has all of them, so it is no filter. */
export const tableField = <const Names extends string[]>(names: readonly [...Names]) =>
  Type.Optional(
    Type.Enum(names, { description: `The table that CSV has; ${names[0]} unless you say.` }),
  )

export const amount = (description?: string) =>
  Type.Number(description === undefined ? {} : { description })
export const count = (description?: string) =>
  Type.Integer(description === undefined ? {} : { description })

export const cost = amount('In USD; of the events whose cost is known.')
export const uncostedEvents = count(
  'How many of the events have no known cost yet, which the cost therefore lacks.',
)

export const eventsWithoutTokens = count(
  'How many of the events have an LLM without any token, which costs 0; a streamed answer may lack its usage.',
)

/** The description of what the rows of a table lack of the total. */
export const REST =
  'By table, what its rows lack of the total: what belongs to no listed row, and what rounding took from the rows. With it each table adds up to the total, to the last digit that is shown.'

export const DateRangeBody = Type.Object(
  { startDate: Type.String(), endDate: Type.String() },
  { title: 'DateRange', description: 'The days in UTC that the figures are of, both included.' },
)

/** The filters that a query named: only these, none of them is filled in. */
export const filtersOf = (
  title: string,
  query: TSchema & { properties: Record<string, TSchema> },
) => {
  const { startDate: _start, endDate: _end, table: _table, ...filters } = query.properties
  return Type.Object(filters, { title, description: 'What the query named, without its dates.' })
}

/** The part of a query that an answer shows as its filters. */
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
  return filters
}
