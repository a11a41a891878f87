const LENGTH = 110

/** Returns the beginning of a text, up to the end of a word. */
export function excerptOf(text: string): string {
  if (text.length <= LENGTH) return text
  return `${text.slice(0, LENGTH).replace(/\s+\S*$/, '')} …`
}
