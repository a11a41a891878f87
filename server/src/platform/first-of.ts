/** The first few, and how many more there are: an answer must not outgrow what it answers. */
export function firstOf(messages: readonly string[], max: number): string[] {
  if (messages.length <= max) return [...messages]
  return [...messages.slice(0, max), `and ${messages.length - max} more`]
}
