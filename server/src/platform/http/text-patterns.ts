/** Patterns of texts in requests. `IN_WORDS` describes each. */

/**
 * No line breaks, no control characters, and no lone surrogates, which text columns cannot store.
 */
export const ONE_LINE = '^[^\\p{Cc}\\p{Cs}\\u2028\\u2029]*$'
/** Like `ONE_LINE`, but not only spaces. */
export const NAME = '^(?!\\s*$)[^\\p{Cc}\\p{Cs}\\u2028\\u2029]*$'
/** Text with line breaks and tabs, but no other control characters. */
export const LINES = '^(?:[\\t\\n\\r]|[^\\p{Cc}\\p{Cs}])*$'
/** The name of a model. It accepts every stored name, so that each can be mapped. */
export const ONE_LINE_NAME = '^(?!\\s*$)[^\\p{Cc}\\p{Cs}]*$'
/** Valid Unicode, for finding stored values, which may be older than the current rules. */
export const TEXT = '^\\P{Cs}*$'
export const CURRENCY = '^[A-Z]{3}$'
export const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
export const DECIMAL = '^[0-9]+(\\.[0-9]+)?$'
export const WORDS_WITH_HYPHENS = '^[a-z0-9]+(-[a-z0-9]+)*$'
export const MONTH = '^[0-9]{4}-(0[1-9]|1[0-2])$'
/** The day of a change: a word for one, or a date. */
export const DAY_OF_CHANGE = '^(now|period_end|[0-9]{4}-[0-9]{2}-[0-9]{2})$'
export const COLOR = '^#[0-9A-Fa-f]{6}$'
/** An HTTP status, or a class of statuses. */
export const HTTP_STATUS = '^[1-5](xx|[0-9]{2})$'

const CONTROL = '\\x00-\\x1f\\x7f-\\x9f'
const NOT_ONLY_SPACES = `^[^${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$`

/**
 * Patterns that the API document shows instead of the validated ones; undefined shows none. Every
 * validator compiles them: ECMAScript without the flag `u`, Python, Java, and RE2, which has no
 * lookahead. They accept all valid texts. Validation refuses the invalid texts that remain, such as
 * half of a surrogate pair.
 */
export const DOCUMENTED_PATTERNS: Readonly<Record<string, string | undefined>> = {
  [ONE_LINE]: `^[^${CONTROL}]*$`,
  [NAME]: NOT_ONLY_SPACES,
  [ONE_LINE_NAME]: NOT_ONLY_SPACES,
  [LINES]: '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$',
  [TEXT]: undefined,
}

/** Each completes the sentence "name must be …". */
export const IN_WORDS: Readonly<Record<string, string>> = {
  [ONE_LINE]: 'text on one line, without control characters, in valid Unicode',
  [NAME]: 'text of more than spaces on one line, in valid Unicode, without control characters',
  [ONE_LINE_NAME]: 'text of more than spaces on one line',
  [LINES]: 'text without control characters other than line breaks and tabs, in valid Unicode',
  [TEXT]: 'valid Unicode; it has half of a surrogate pair',
  [CURRENCY]: 'a currency code of ISO 4217, three capitals such as EUR',
  [DECIMAL]: 'a decimal that is not negative, such as 12.50',
  [WORDS_WITH_HYPHENS]: 'small letters and digits, with single hyphens between, such as acme-2',
  [MONTH]: 'a month such as 2026-11',
  [DAY_OF_CHANGE]: 'now, period_end or a date such as 2026-03-15',
  [COLOR]: 'a colour as #rrggbb, such as #1f5eff',
  [HTTP_STATUS]: 'a status such as 404, or 4xx for all from 400 to 499',
}

/** Descriptions of the JSON Schema formats in requests, in the same form. */
export const FORMATS_IN_WORDS: Readonly<Record<string, string>> = {
  uuid: 'a UUID such as 019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
  email: 'an email address such as billing@acme.example',
  date: 'a date such as 2026-03-31',
  'date-time': 'an ISO 8601 timestamp with an offset, such as 2026-03-31T12:00:00Z',
}
