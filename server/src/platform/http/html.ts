/** Safe HTML: every value in it was escaped or is safe HTML itself. */
export type Html = { readonly markup: string }
type Value = Html | readonly Html[] | string | number | null | undefined | false

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/**
 * Escapes text for markup and quoted attributes. Removes control characters and those that change
 * the text direction.
 */
export function escapeHtml(text: string): string {
  return text
    .replace(/(?![\n\r\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character)
}

/** Like escapeHtml, with line breaks as `<br>`. */
export function escapeLines(text: string): string {
  return escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>')
}

/** Renders a template, escaping its values in texts and quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const markup = parts
    .flatMap((part, index) => [part, index < values.length ? markupOf(values[index]) : ''])
    .join('')
  return { markup }
}

function markupOf(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}
