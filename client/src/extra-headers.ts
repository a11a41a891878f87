/** Headers by name, in any case. */
export type ExtraHeaders = Readonly<Record<string, string | undefined>>

const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Returns false for a value that cannot be sent; an attempt would look like an outage. */
export const isHeaderValue = (value: unknown): boolean =>
  typeof value === 'string' && VALUE.test(value)

/**
 * Returns the headers of all groups by lower-case names; later ones replace earlier ones. Throws
 * for one that cannot be sent. The error has no value, because it may be a secret.
 */
export function checkedHeaders(...groups: ExtraHeaders[]): Record<string, string> {
  const checked: Record<string, string> = {}
  for (const [name, value] of groups.flatMap((group) => Object.entries(group))) {
    if (value === undefined) continue
    if (!NAME.test(name)) throw new TypeError(`${JSON.stringify(name)} is not the name of a header`)
    if (!isHeaderValue(value)) {
      throw new TypeError(`The header ${name} must be a text of one line, without Unicode`)
    }
    checked[name.toLowerCase()] = value
  }
  return checked
}
