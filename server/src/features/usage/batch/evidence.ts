import type { JsonObject } from '../../../platform/json/json-object.ts'
import { shownValue } from '../../../platform/json/shown-value.ts'

/** What shows that an outcome holds; customers see it too. Null: none was sent. */
export type Evidence = {
  /** An address that starts with `https://`. It is shown as a link, and never fetched. */
  evidenceUrl: string | null
  evidence: string | null
}

/** Maximum length of either field, in characters. */
export const EVIDENCE_LENGTH_MAX = 2_000

const NONE: Evidence = { evidenceUrl: null, evidence: null }
const STARTS_WITH_HTTPS = /^https:\/\//i
/** Also invisible characters, which would make an address look like another one. */
const NOT_IN_ADDRESS = /[\s\\\p{Cc}\p{Cf}\p{Cs}]/u
const NOT_IN_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u

/**
 * Reads the evidence of a record, with the problems of its values. A value with a problem is null, so
 * that what an older record has in these fields is never shown.
 */
export function evidenceOf(record: JsonObject, problems: string[]): Evidence {
  const { evidenceUrl, evidence } = record
  if (evidenceUrl === undefined && evidence === undefined) return NONE
  return {
    evidenceUrl: valid('evidenceUrl', evidenceUrl, { problemOf: addressProblem, problems }),
    evidence: valid('evidence', evidence, { problemOf: textProblem, problems }),
  }
}

type Check = { problemOf: (text: string) => string | undefined; problems: string[] }

function valid(field: string, value: unknown, { problemOf, problems }: Check): string | null {
  if (value === undefined) return null
  const problem =
    typeof value === 'string' ? problemOf(value) : `must be text, not ${shownValue(value)}`
  if (typeof value === 'string' && problem === undefined) return value
  problems.push(`${field} ${problem}`)
  return null
}

function addressProblem(text: string): string | undefined {
  if (text.length > EVIDENCE_LENGTH_MAX) return lengthProblem(text)
  const url = STARTS_WITH_HTTPS.test(text) && !NOT_IN_ADDRESS.test(text) ? URL.parse(text) : null
  if (!url) {
    return `must be an address that starts with https://, without spaces, not ${shownValue(text)}`
  }
  if (url.username !== '' || url.password !== '') {
    return 'must not contain a name or a password before its host'
  }
  return undefined
}

function textProblem(text: string): string | undefined {
  if (text.trim() === '' || text.length > EVIDENCE_LENGTH_MAX) return lengthProblem(text)
  if (!NOT_IN_TEXT.test(text)) return undefined
  return 'must be valid Unicode, without control characters other than line breaks and tabs'
}

const lengthProblem = ({ length }: string) =>
  `must be 1 to ${EVIDENCE_LENGTH_MAX} characters, not ${length}`
