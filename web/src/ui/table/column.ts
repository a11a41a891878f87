import type { ReactNode } from 'react'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** How the API calls this order; without it the column has none. */
  sort?: string
  /** Figures stand at the right, with their digits under one another. */
  isFigure?: boolean
  /** For what is not read by its words, such as the buttons of a row. */
  isHeaderHidden?: boolean
  /** Its instants are written without their zone, which the head names. */
  isTime?: boolean
  /** On a phone the page of the row has it: what is left fits beside the name. */
  isOffPhone?: boolean
  width?: number
}
