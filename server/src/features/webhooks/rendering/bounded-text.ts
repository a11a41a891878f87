/** Maximum number of items of a list in an announcement. */
export const LIST_MAX = 100
/** Maximum size of the text of an object. Many receivers refuse bodies of more than a megabyte. */
export const BYTES_MAX = 256 * 1_024
/** Longer texts are left out of an object that is too large. */
const TEXT_KEPT = 1_000

type Fields = Readonly<Record<string, unknown>>

/**
 * Something that an announcement leaves out. `field` is `lineItems`, or `lineItems[].tiers` for a
 * list in the items of a list; `total` is then the length of the longest one. Null unless a list.
 */
type Omitted = { field: string; total: number | null; url: string | null }

type Source = {
  /** The path that the whole object is read from; null if it has no route of its own. */
  url: string | null
  /** Lengths of lists that were not read as a whole. */
  totals?: Readonly<Record<string, number>>
}

/** What was left out: the number of items for a list, otherwise null. */
type Left = Map<string, number | null>

/**
 * Returns an object as JSON text of bounded size. Lists end after 100 items, in the items of other
 * lists too. If the text is still too large, the largest lists, objects and texts are emptied until
 * it fits. `omitted` names both. Numbers and short texts, such as ids and amounts, always stay.
 */
export function boundedText(object: Fields, { url, totals = {} }: Source): string {
  const left: Left = new Map()
  let fields = cutLists(object, { prefix: '', left })
  for (const [field, total] of Object.entries(totals)) {
    if (total > LIST_MAX) left.set(field, total)
  }
  let text = textOf(fields, left, url)
  while (Buffer.byteLength(text) > BYTES_MAX) {
    const largest = findLargest(fields)
    if (largest === undefined) return text
    const { path, total } = largest
    const whole = left.get(path)
    for (const inside of left.keys()) if (inside.startsWith(`${path}[]`)) left.delete(inside)
    left.set(path, whole ?? total)
    fields = emptyField(fields, path)
    text = textOf(fields, left, url)
  }
  return text
}

function textOf(fields: Fields, left: Left, url: string | null): string {
  const omitted: Omitted[] = [...left].map(([field, total]) => ({ field, total, url }))
  return JSON.stringify({ ...fields, ...(omitted.length > 0 && { omitted }) })
}

function cutLists(fields: Fields, { prefix, left }: { prefix: string; left: Left }): Fields {
  return mapFields(fields, (value, name) => {
    if (!Array.isArray(value)) return value
    const path = `${prefix}${name}`
    if (value.length > LIST_MAX) left.set(path, Math.max(left.get(path) ?? 0, value.length))
    const cut = (item: unknown) =>
      isObject(item) ? cutLists(item, { prefix: `${path}[].`, left }) : item
    return value.slice(0, LIST_MAX).map(cut)
  })
}

type Size = { path: string; bytes: number; total: number | null }

/** Returns the largest field that can be emptied; a list without what its items have of these. */
function findLargest(fields: Fields): Size | undefined {
  const sizes = new Map<string, Size>()
  addSizes(fields, { prefix: '', sizes })
  return [...sizes.values()].toSorted((a, b) => b.bytes - a.bytes)[0]
}

type Sizes = { prefix: string; sizes: Map<string, Size> }

/** Adds the sizes of fields that can be emptied, and returns their sum. */
function addSizes(fields: Fields, { prefix, sizes }: Sizes): number {
  let sum = 0
  for (const [name, value] of Object.entries(fields)) {
    if (!canBeEmptied(value)) continue
    const path = `${prefix}${name}`
    const bytes = Buffer.byteLength(JSON.stringify(value))
    const items: unknown[] = Array.isArray(value) ? value : []
    const inItems = items
      .filter(isObject)
      .reduce((all, item) => all + addSizes(item, { prefix: `${path}[].`, sizes }), 0)
    const same = sizes.get(path)
    const longest = Math.max(same?.total ?? 0, items.length)
    const total = Array.isArray(value) ? longest : (same?.total ?? null)
    sizes.set(path, { path, bytes: (same?.bytes ?? 0) + bytes - inItems, total })
    sum += bytes
  }
  return sum
}

function canBeEmptied(value: unknown): boolean {
  if (typeof value === 'string') return value.length > TEXT_KEPT
  if (Array.isArray(value)) return value.length > 0
  return isObject(value) && Object.keys(value).length > 0
}

/** Empties a field; of `lineItems[].tiers`, that field of every line item. */
function emptyField(fields: Fields, path: string): Fields {
  const [list = '', inItems] = splitAtFirst(path, '[].')
  return mapFields(fields, (value, name) => {
    if (name !== list) return value
    if (inItems === undefined) return emptied(value)
    const change = (item: unknown) => (isObject(item) ? emptyField(item, inItems) : item)
    return Array.isArray(value) ? value.map(change) : value
  })
}

function emptied(value: unknown): unknown {
  if (!canBeEmptied(value)) return value
  if (typeof value === 'string') return ''
  return Array.isArray(value) ? [] : {}
}

function splitAtFirst(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}

function mapFields(fields: Fields, change: (value: unknown, name: string) => unknown): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, change(value, name)]),
  )
}

/** Excludes numbers that are kept as text, which `JSON.stringify` writes. */
function isObject(value: unknown): value is Fields {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
