import { useState } from 'react'

/** The cursor of the first page. */
const FIRST = ''

/**
 * Remembers the cursors of the pages that were turned, because the API has only those of following
 * pages. From a page that was opened by its address, `previous` leads to the first page.
 */
export function useCursorTrail(after: string | undefined) {
  const [trail, setTrail] = useState<readonly string[]>([])
  const index = after === undefined ? -1 : trail.indexOf(after)
  const before = index === -1 && after !== undefined ? [after] : trail.slice(0, index + 1)
  return {
    /** Null on the first page. */
    previous: after === undefined ? null : (trail[index - 1] ?? FIRST),
    /** Remembers a following page. */
    extend: (next: string) => setTrail([...before, next]),
  }
}
