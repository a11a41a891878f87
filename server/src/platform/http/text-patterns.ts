/** The patterns of texts that requests send. `IN_WORDS` says what each asks for. */

/** More than spaces; no half of a surrogate pair, which no text column can keep. */
export const NAME = '^(?!\\s*$)\\P{Cs}*$'
/** No half of a surrogate pair. */
export const TEXT = '^\\P{Cs}*$'
export const ONE_LINE = '^[^\\p{Cc}\\p{Cs}\\u2028\\u2029]*$'
export const ONE_LINE_NAME = '^[^\\x00-\\x1f\\x7f]*\\S[^\\x00-\\x1f\\x7f]*$'
export const CURRENCY = '^[A-Z]{3}$'
export const DECIMAL = '^\\d+(\\.\\d+)?$'
export const WORDS_WITH_HYPHENS = '^[a-z0-9]+(-[a-z0-9]+)*$'
export const COLOR = '^#[0-9A-Fa-f]{6}$'
/** One status of HTTP, or a class of them. */
export const HTTP_STATUS = '^[1-5](xx|[0-9]{2})$'

/** Each completes the sentence "name must be …". */
export const IN_WORDS: Readonly<Record<string, string>> = {
  [NAME]: 'text of more than spaces, in valid Unicode',
  [TEXT]: 'valid Unicode; it has half of a surrogate pair',
  [ONE_LINE]: 'text on one line, in valid Unicode',
  [ONE_LINE_NAME]: 'text of more than spaces on one line',
  [CURRENCY]: 'a currency code of ISO 4217, three capitals such as EUR',
  [DECIMAL]: 'a decimal that is not negative, such as 12.50',
  [WORDS_WITH_HYPHENS]: 'small letters and digits, with single hyphens between, such as acme-2',
  [COLOR]: 'a colour as #rrggbb, such as #1f5eff',
  [HTTP_STATUS]: 'a status such as 404, or 4xx for all from 400 to 499',
}

/** The formats of JSON Schema that requests use, in the same way. */
export const FORMATS_IN_WORDS: Readonly<Record<string, string>> = {
  uuid: 'a UUID such as 019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
  email: 'an e-mail address such as billing@acme.example',
  date: 'a date such as 2026-03-31',
  'date-time': 'an ISO 8601 timestamp with an offset, such as 2026-03-31T12:00:00Z',
}
