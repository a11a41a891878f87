/**
 * Returns the first messages and the number of further ones, so that the response stays bounded.
 */
export function firstOf(messages: readonly string[], max: number): string[] {
  if (messages.length <= max) return [...messages]
  return [...messages.slice(0, max), `and ${messages.length - max} more`]
}
