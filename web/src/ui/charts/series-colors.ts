/** The colours of charts, in the order in which they are handed out; what each is, says `theme.css`. */
const COLORS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const
export type SeriesColor = (typeof COLORS)[number] | 'other'

/** These mean the same on every page, so they have the same colour on every page. */
export const COLOR_OF = { revenue: '1', cost: '2' } as const satisfies Record<string, SeriesColor>

const isReserved = (color: SeriesColor) => Object.values<string>(COLOR_OF).includes(color)
const FREE = COLORS.filter((color) => !isReserved(color))

export const cssColor = (color: SeriesColor) => `var(--piecework-series-${color})`

/**
 * A colour for each name: one that follows from the name alone, so that a model or a customer looks the
 * same wherever it is drawn. Where two of a chart want the same one, the later takes the next.
 */
export function colorsOf(names: readonly string[]): Map<string, SeriesColor> {
  const taken = new Set<SeriesColor>()
  const found = new Map<string, SeriesColor>()
  for (const name of names) {
    const first = hash(name) % FREE.length
    const wanted = [...FREE.slice(first), ...FREE.slice(0, first), ...COLORS.filter(isReserved)]
    const color = wanted.find((one) => !taken.has(one)) ?? wanted[0] ?? '1'
    taken.add(color)
    found.set(name, color)
  }
  return found
}

const HASH_FACTOR = 31
const HASH_SIZE = 2_147_483_647

function hash(name: string): number {
  let value = 7
  for (const letter of name)
    value = (value * HASH_FACTOR + (letter.codePointAt(0) ?? 0)) % HASH_SIZE
  return value
}
