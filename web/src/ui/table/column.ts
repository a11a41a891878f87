import type { ReactNode } from 'react'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** Name of the sort field in the API; undefined if the column cannot be sorted. */
  sort?: string
  /** A column that cannot be hidden, because it identifies the row. */
  isKey?: boolean
  /** Aligns figures on the right with tabular digits. */
  isFigure?: boolean
  /** Hides the header of a column without text, such as row buttons. */
  isHeaderHidden?: boolean
  /** Timestamps without a time zone; the header names the zone. */
  isTime?: boolean
  /** Hides the column on a phone; the page of the row has it. */
  isOffPhone?: boolean
  width?: number
  /**
   * Weight of a column of names. Such columns divide the space that the others leave, and cut text
   * only when it is used up.
   */
  share?: number
}
