const LONGEST = 24 * 60 * 60 * 1000

/**
 * Returns the milliseconds that a response asks the client to wait, at most a day. A date is
 * compared with the `Date` header of the response, if present, because the local clock may be
 * wrong.
 */
export function retryAfterOf(headers: { get(name: string): string | null }): number | undefined {
  const asked = headers.get('retry-after')?.trim()
  if (!asked) return undefined
  const wait = /^\d+(\.\d+)?$/.test(asked) ? Number(asked) * 1000 : untilDate(asked, headers)
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST)
}

function untilDate(date: string, headers: { get(name: string): string | null }): number {
  const answered = Date.parse(headers.get('date') ?? '')
  return Date.parse(date) - (Number.isNaN(answered) ? Date.now() : answered)
}
