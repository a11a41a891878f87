type Range = { type: string; quality: number }

/**
 * Whether a caller asks for CSV: by its name, and no less than for JSON. A caller that takes anything,
 * or says nothing, gets JSON.
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
  // Whatever is no number says nothing of how much it is wanted.
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
}
