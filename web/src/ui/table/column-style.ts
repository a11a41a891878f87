import type { CSSProperties } from 'react'
import type { Column } from './column.ts'

/** Width of a shared column below which the table scrolls instead. */
const SHARED_MIN = 72
const FULL_PERCENT = 100

/**
 * Returns the width of each column that is shown. Without a width it is as wide as its contents,
 * and columns with a share divide the rest.
 */
export function columnStyles<Row>(shown: readonly Column<Row>[]): CSSProperties[] {
  const total = shown.reduce((sum, { share = 0 }) => sum + share, 0)
  return shown.map(({ width, share }) => {
    if (share === undefined) return width === undefined ? {} : { width }
    // The maximum makes the browser ignore the length of the text; the minimum takes precedence.
    return { width: `${(share / total) * FULL_PERCENT}%`, minWidth: SHARED_MIN, maxWidth: 0 }
  })
}
