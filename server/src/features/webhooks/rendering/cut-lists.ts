/** Maximum number of items of a list in an announcement. */
export const LIST_MAX = 100

type Omitted = { field: string; total: number; url: string }

/**
 * Cuts long lists, so that the size of an announcement is bounded. `omitted` then names them, with
 * their length and the URL to read them from.
 */
export function cutLists(data: Readonly<Record<string, unknown>>, url: string | null): object {
  if (url === null) return data
  const omitted: Omitted[] = []
  const fields = Object.entries(data).map(([field, value]) => {
    if (!Array.isArray(value) || value.length <= LIST_MAX) return [field, value]
    omitted.push({ field, total: value.length, url })
    return [field, value.slice(0, LIST_MAX)]
  })
  return { ...Object.fromEntries(fields), ...(omitted.length > 0 && { omitted }) }
}
