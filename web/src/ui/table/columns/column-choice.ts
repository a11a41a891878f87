import { storeText, useStoredText } from '../../preferences/preferences.ts'
import type { Column } from '../column.ts'

/** Headers of the columns that a person has hidden in a list. */
export type ColumnChoice = {
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

/** A character that no header has. */
const SEPARATOR = '\n'

/** Reads and stores the choice under a name, which has the person and the list. */
export function useStoredColumns(name: string): ColumnChoice {
  const text = useStoredText(name)
  return {
    hidden: new Set(text.split(SEPARATOR).filter((header) => header !== '')),
    onChange: (hidden) => storeText(name, [...hidden].join(SEPARATOR)),
  }
}

/** Without its key columns and its buttons, a row could not be recognized or used. */
export const isHideable = <Row>({ isKey, isHeaderHidden }: Column<Row>) =>
  isKey !== true && isHeaderHidden !== true

export const shownColumns = <Row>(columns: readonly Column<Row>[], hidden: ReadonlySet<string>) =>
  columns.filter((column) => !isHideable(column) || !hidden.has(column.header))

/** Hides a shown column, and shows a hidden one. */
export function toggled(hidden: ReadonlySet<string>, header: string): Set<string> {
  const next = new Set(hidden)
  if (!next.delete(header)) next.add(header)
  return next
}
