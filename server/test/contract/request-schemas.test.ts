import { expect, test } from 'vitest'
import { DOCUMENTED_PATTERNS, IN_WORDS, LINES } from '../../src/platform/http/text-patterns.ts'
import { documentedRoutes, partsOf, type Schema } from '../support/openapi.ts'

/** Bodies in formats of other systems, of which the service reads what it knows. */
const FOREIGN = /^POST \/v1\/(otlp|ingest)\//

/** Everything that requests send, as the API document has it, with its place. */
const sent = documentedRoutes().flatMap(({ name, path, inPath, inQuery, body }) =>
  path.startsWith('/v1/') && !FOREIGN.test(name)
    ? [
        ...[...inPath, ...inQuery].flatMap((one) => partsOf(one.schema, `${name} ${one.name}`)),
        ...(body ? partsOf(body, `${name} body`) : []),
      ]
    : [],
)

const placesOf = (isMeant: (schema: Schema, place: string) => boolean) =>
  sent.filter(([place, schema]) => isMeant(schema, place)).map(([place]) => place)

const isOf = (schema: Schema, type: string) => [schema.type].flat().includes(type)
const isText = (schema: Schema) =>
  isOf(schema, 'string') && schema.enum === undefined && schema.const === undefined
/** Formats that are short by themselves: a long text is found to be none at its first character. */
const SHORT_FORMATS = ['uuid', 'date', 'date-time']

test('a text has a longest length', () => {
  const endless = placesOf(
    (schema) =>
      isText(schema) &&
      schema.maxLength === undefined &&
      !SHORT_FORMATS.includes(schema.format ?? ''),
  )
  expect(endless).toEqual([])
})

test('a list has a largest number of entries', () => {
  expect(placesOf((one) => isOf(one, 'array') && one.maxItems === undefined)).toEqual([])
})

/** What is no text: read as a value, or compared with what is stored. Records are tested alone. */
const NO_TEXTS =
  /( |\.)(body\.records\b.*|\w*Date|\w*[eE]mail|timezone|\w*[pP]assword|billingPeriod\w+|quantity|token|amount|amountOff|lowCreditAmount|toleratedLoss|percent|percentOff|percentage|rate|lower|upper|proratedAmount|currency|effectiveFrom|\w+Cost|\w+Usd|thresholds?|customerExternalId|returnUrl|now|from|to)(\[\])?$/

/** Compared with stored keys, or parsed like the fields of a record. */
const AMENDED =
  /^POST \/v1\/(events\/(\{eventId\}\/)?(void|amend|rejection) body\.(?!reason)|guard\/(holds|checks) body\.(runId|services\b))/

const BROKEN = ['\u0007', '\u0085', '\n', '\r\nBcc: b@evil.example', '\t']
/** What the texts of some patterns may have all the same. */
const MAY_HAVE: Record<string, RegExp> = { [DOCUMENTED_PATTERNS[LINES] ?? '']: /[\t\n\r]/ }

test('a text in a body takes no control character, and a name no line break', () => {
  const isOpen = ({ pattern = '' }: Schema) =>
    BROKEN.filter((text) => !MAY_HAVE[pattern]?.test(text)).some((text) =>
      ['a', ''].some((end) => new RegExp(pattern).test(`a${text}${end}`)),
    )
  const open = placesOf(
    (schema, place) =>
      / body\b/.test(place) &&
      isText(schema) &&
      schema.format === undefined &&
      !NO_TEXTS.test(place) &&
      !AMENDED.test(place) &&
      isOpen(schema),
  )
  expect(open).toEqual([])
})

test('a pattern is said in words', () => {
  const patterns = sent.flatMap(([, { pattern }]) => pattern ?? [])
  expect(patterns.length).toBeGreaterThan(20)
  const shown = Object.keys(IN_WORDS).map((exact) => DOCUMENTED_PATTERNS[exact] ?? exact)
  expect(patterns.filter((pattern) => !shown.includes(pattern))).toEqual([])
})

/** Each record of usage is refused by itself, and so is each tier. */
const REFUSED_ELSEWHERE = /^POST \/v1\/usage\/|\.tiers\[\]$/

test('an object takes no unknown fields', () => {
  const open = placesOf(
    (schema, place) =>
      schema.properties !== undefined &&
      schema.additionalProperties !== false &&
      !REFUSED_ELSEWHERE.test(place) &&
      !AMENDED.test(place),
  )
  expect(open).toEqual([])
})
