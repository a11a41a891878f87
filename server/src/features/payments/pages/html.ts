/** HTML that is safe to send: every value in it was escaped, or is such HTML itself. */
export type Html = { readonly markup: string }
type Value = Html | readonly Html[] | string | number | null | undefined | false

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template whose values are escaped, in texts and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const markup = parts
    .flatMap((part, index) => [part, index < values.length ? markupOf(values[index]) : ''])
    .join('')
  return { markup }
}

function markupOf(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (one) => ESCAPES[one] ?? '')
  if (typeof value === 'number') return String(value)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}
