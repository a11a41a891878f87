/** Building blocks of request and response schemas. */
import { type TSchema, Type } from 'typebox'
import { CURRENCY, LINES, NAME, ONE_LINE } from './text-patterns.ts'

/** Maximum length of names, codes and other short texts. */
export const TEXT_LENGTH_MAX = 255
export const EMAIL_LENGTH_MAX = 254
/** Longer than any date, decimal or time zone. */
export const VALUE_LENGTH_MAX = 64

const saying = (description: string | undefined) =>
  description === undefined ? {} : { description }

/** An id; `validation.ts` defines which texts are valid. */
export const uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...saying(description) })

export const timestamp = (description?: string) =>
  Type.String({ format: 'date-time', ...saying(description) })

/** Version of an object, 1 when it is created; `growth` says which changes raise it. */
export const version = (growth: string) =>
  Type.Integer({ minimum: 1, description: `${growth} 1 at creation; see If-Match.` })

/** One line of text that is not only spaces. */
export const name = (description?: string) =>
  Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, pattern: NAME, ...saying(description) })

/** One line of text. */
export const text = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: ONE_LINE, description })

/** Text that may have several lines, such as a note. */
export const lines = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: LINES, description })

/** One line of text. It may be omitted, or null to remove the value. */
export const optionalText = (maxLength: number, description: string, format?: 'email') =>
  optional({ maxLength, pattern: ONE_LINE, description, ...(format ? { format } : {}) })

/** Like `optionalText`, but with several lines. */
export const optionalLines = (maxLength: number, description: string) =>
  optional({ maxLength, pattern: LINES, description })

const optional = (schema: object) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], ...schema }))

export const currency = (description: string) =>
  Type.String({ pattern: CURRENCY, maxLength: 3, description })

/** A number or decimal text. It is validated later, where the message can state the reason. */
export const sentDecimal = (description: string) =>
  Type.Unsafe<number | string>({
    type: ['number', 'string'],
    maxLength: VALUE_LENGTH_MAX,
    description,
  })

/** Like `sentDecimal`, or null. */
export const sentDecimalOrNull = (description: string) =>
  Type.Unsafe<number | string | null>({
    type: ['number', 'string', 'null'],
    maxLength: VALUE_LENGTH_MAX,
    description,
  })

const jsonObjectOf = {
  title: 'JsonObject',
  additionalProperties: true,
  description: 'Any JSON object: stored, returned as it was sent, and never interpreted.',
}

/** A JSON object with arbitrary content. */
export const jsonObject = (description?: string, preset?: object) =>
  Type.Unsafe<object>({
    ...jsonObjectOf,
    type: 'object',
    ...saying(description),
    ...(preset && { default: preset }),
  })

/** Like `jsonObject`. It may be omitted, or null to clear it. */
export const metadata = Type.Optional(
  Type.Unsafe<object | null>({ ...jsonObjectOf, type: ['object', 'null'] }),
)

/** Content of a response that is a file, such as a PDF. */
export const fileOf = (contentMediaType: string) => ({
  [contentMediaType]: {
    schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary', contentMediaType }),
  },
})

/** Keyword for the schema shown in the API document instead; false hides the field. */
export const DOCUMENTED_AS = 'x-documented-as'

/**
 * Schema for values returned as they were sent. Serializing them by their own schema would drop
 * fields and add defaults.
 */
export const asSent = (schema: TSchema) => Type.Unknown({ [DOCUMENTED_AS]: schema })

/** A field that is always refused, with a message that gives the reason. */
export const refused = Type.Optional(Type.Unknown({ [DOCUMENTED_AS]: false }))

export const nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], saying(description))

/** Query parameter for a case-insensitive substring search of a list. */
export const searchIn = (fields: string) =>
  Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: `A part of ${fields}, case-insensitive.`,
    }),
  )

/** Query parameter for the sort key of a list. */
export const sortBy = <const Keys extends string[]>(keys: readonly [...Keys], exceptions = '') =>
  Type.Optional(
    Type.Enum(keys, {
      default: 'createdAt',
      description: `Names are sorted case-insensitively${exceptions}.`,
    }),
  )
