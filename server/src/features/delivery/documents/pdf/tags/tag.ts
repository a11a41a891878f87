/** Roles of the structure of a PDF. An artifact, such as a page number, is not read aloud. */
type Role = 'H1' | 'H2' | 'P' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD' | 'Artifact'

/**
 * An element of the structure of a PDF, which a screen reader reads. Text that is drawn in several
 * places has one tag, such as a paragraph of several lines.
 */
export type Tag = {
  role: Role
  parent: Tag | null
  /** Cells of a row. They exist without text too, so that each row has all columns. */
  cells: Tag[]
  scope?: 'Column' | 'Row'
  colSpan?: number
  /** Text that describes a figure. */
  alt?: string
}

export function tagOf(role: Role, parent: Tag | null = null): Tag {
  return { role, parent, cells: [] }
}

/** Adds a cell to a row. */
export function cellOf(row: Tag, { scope, colSpan }: Pick<Tag, 'scope' | 'colSpan'> = {}): Tag {
  const cell: Tag = {
    ...tagOf(scope ? 'TH' : 'TD', row),
    ...(scope && { scope }),
    ...(colSpan && { colSpan }),
  }
  row.cells.push(cell)
  return cell
}
