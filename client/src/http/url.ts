export type QueryValues = Readonly<Record<string, unknown>>

/** Fills a path such as `/v1/customers/{customerId}`. */
export function filledPath(path: string, values: Record<string, unknown>): string {
  if (!/^\/[^?#]*$/.test(path)) {
    throw new TypeError(
      `path must begin with / and be without filters, not ${JSON.stringify(path)}`,
    )
  }
  return path.replace(/\{(\w+)\}/g, (_part, name: string) => segment(name, values[name]))
}

/**
 * Returns the query of a URL. A filter with several values is repeated; null and undefined are left
 * out.
 */
export function searchOf(query: QueryValues): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) parameters.append(name, textOf(one))
    }
  }
  const search = parameters.toString()
  return search === '' ? '' : `?${search}`
}

const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String(value)

/** Rejects empty path values: a missing id would otherwise list or delete something else. */
function segment(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`${name} must be a text that is not empty, not ${JSON.stringify(value)}`)
  }
  return encodeURIComponent(text)
}
