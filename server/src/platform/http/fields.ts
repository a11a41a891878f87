/** What the schemas of requests and answers are made of. */
import { type TSchema, Type } from 'typebox'
import { CURRENCY, LINES, NAME, ONE_LINE } from './text-patterns.ts'

/** Of names, of codes and of any text that needs no more. */
export const TEXT_LENGTH_MAX = 255
export const EMAIL_LENGTH_MAX = 254
/** Longer than any date, decimal or time zone. */
export const VALUE_LENGTH_MAX = 64

const saying = (description: string | undefined) =>
  description === undefined ? {} : { description }

/** An id; `validation.ts` says which texts are one. */
export const uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...saying(description) })

export const timestamp = (description?: string) =>
  Type.String({ format: 'date-time', ...saying(description) })

/** Text of more than spaces, on one line. */
export const name = (description?: string) =>
  Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, pattern: NAME, ...saying(description) })

/** Text on one line. */
export const text = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: ONE_LINE, description })

/** Text that may have several lines, such as a note. */
export const lines = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: LINES, description })

/** Text on one line that may be left out, or be null to remove the value. */
export const optionalText = (maxLength: number, description: string, format?: 'email') =>
  optional({ maxLength, pattern: ONE_LINE, description, ...(format ? { format } : {}) })

/** Like `optionalText`, but it may have several lines. */
export const optionalLines = (maxLength: number, description: string) =>
  optional({ maxLength, pattern: LINES, description })

const optional = (schema: object) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], ...schema }))

export const currency = (description: string) =>
  Type.String({ pattern: CURRENCY, maxLength: 3, description })

/** A number or decimal text. Which ones are good is checked where the message can say why. */
export const sentDecimal = (description: string) =>
  Type.Unsafe<number | string>({
    type: ['number', 'string'],
    maxLength: VALUE_LENGTH_MAX,
    description,
  })

const jsonObjectOf = {
  title: 'JsonObject',
  additionalProperties: true,
  description: 'Any JSON object: stored, returned as it was sent, and never interpreted.',
}

/** An object whose content is up to the caller. */
export const jsonObject = (description?: string, preset?: object) =>
  Type.Unsafe<object>({
    ...jsonObjectOf,
    type: 'object',
    ...saying(description),
    ...(preset && { default: preset }),
  })

/** The same; may be left out, or be null to empty it. */
export const metadata = Type.Optional(
  Type.Unsafe<object | null>({ ...jsonObjectOf, type: ['object', 'null'] }),
)

/** What the document has in the place of a schema; false: nothing. */
export const DOCUMENTED_AS = 'x-documented-as'

/** What is answered as it was sent: written by this schema, it would lose fields and gain defaults. */
export const asSent = (schema: TSchema) => Type.Unknown({ [DOCUMENTED_AS]: schema })

/** A field that is refused, whatever it holds, by a message that says why. */
export const refused = Type.Optional(Type.Unknown({ [DOCUMENTED_AS]: false }))

export const nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], saying(description))

/** The query parameter of a list that `contains` finds rows by. */
export const searchIn = (fields: string) =>
  Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: `A part of ${fields}, case-insensitive.`,
    }),
  )

/** The query parameter that says what a list is sorted by. */
export const sortBy = <const Keys extends string[]>(keys: readonly [...Keys], exceptions = '') =>
  Type.Optional(
    Type.Enum(keys, {
      default: 'createdAt',
      description: `Names are sorted case-insensitively${exceptions}.`,
    }),
  )
