/**
 * Reads URL parameters as plain text, so that URLs are readable: `?status=open&page=2`. The
 * router's default is JSON.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
