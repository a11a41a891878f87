/** Chart colours in order of assignment; `theme.css` defines them. */
const COLORS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const
export type SeriesColor = (typeof COLORS)[number] | 'other'

/** These series have the same meaning and colour on every page. */
export const COLOR_OF = { revenue: '1', cost: '2' } as const satisfies Record<string, SeriesColor>

const isReserved = (color: SeriesColor) => Object.values<string>(COLOR_OF).includes(color)
const FREE = COLORS.filter((color) => !isReserved(color))

export const cssColor = (color: SeriesColor) => `var(--piecework-series-${color})`

/**
 * Returns a colour for each name. It depends on the name only, so that a model or a customer has
 * the same colour in every chart. If two names of a chart share a colour, the later one gets the
 * next free colour.
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
