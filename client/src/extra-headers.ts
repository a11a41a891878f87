/** Headers by name, in any case. */
export type ExtraHeaders = Readonly<Record<string, string | undefined>>

const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Returns the headers by lower-case names. Throws for one that cannot be sent, which would fail as
 * an unreachable service does. The error has no value, because it may be a secret.
 */
export function extraHeaders(headers: ExtraHeaders = {}): Record<string, string> {
  const checked: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    if (!NAME.test(name)) throw new TypeError(`${JSON.stringify(name)} is not the name of a header`)
    if (typeof value !== 'string' || !VALUE.test(value)) {
      throw new TypeError(`The header ${name} must be a text of one line, without Unicode`)
    }
    checked[name.toLowerCase()] = value
  }
  return checked
}
