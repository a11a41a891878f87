type Range = { type: string; quality: number }

/**
 * Returns whether a caller prefers CSV: it must name CSV, with a quality at least as high as for
 * JSON. A caller that accepts anything, or sends no header, gets JSON.
 */
export function prefersCsv(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(rangeOf)
  const qualityOf = (type: string) => ranges.find((range) => range.type === type)?.quality
  const csv = qualityOf('text/csv') ?? 0
  const json = qualityOf('application/json')
  const anything = qualityOf('application/*') ?? qualityOf('*/*') ?? 0
  return csv > 0 && (json === undefined ? csv >= anything : csv > json)
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((one) => one.startsWith('q='))?.slice(2)
  // An invalid quality counts as 0.
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
}
