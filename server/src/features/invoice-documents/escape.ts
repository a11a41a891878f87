const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text inside markup, also inside the quotes of an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replace(/(?![\n\r\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character)
}

/** As escapeHtml, with its line breaks. */
export function escapeLines(text: string): string {
  return escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>')
}
