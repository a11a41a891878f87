import type { Static, TObject } from 'typebox'
import { csvLine } from './csv-text.ts'

type Column = { heading: string; path: readonly string[] }

/** A table that an answer can be written as: its name, and what its columns are. */
export type TableShape = { name: string; columns: readonly Column[] }

/** The same, for rows of one kind alone. */
export type CsvTable<Row> = TableShape & { readonly rowsAre?: (row: Row) => void }

/**
 * A table whose headings are the names of the fields of its rows. A field with parts of its own is a
 * column for each (`signal.name`); what callers fill in themselves, and lists, are JSON in one cell.
 */
export function csvTable<T extends TObject>(name: string, rows: T): CsvTable<Static<T>> {
  return { name, columns: columnsOf(rows, []) }
}

type Field = {
  type?: string | undefined
  anyOf?: readonly Field[]
  properties?: Record<string, Field>
}

function columnsOf({ properties = {} }: Field, path: readonly string[]): Column[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const own = [...path, name]
    const value = field.anyOf?.find(({ type }) => type !== 'null') ?? field
    const parts = columnsOf(value, own)
    return parts.length > 0 ? parts : [{ heading: own.join('.'), path: own }]
  })
}

export const headingsOf = ({ columns }: TableShape) => columns.map(({ heading }) => heading)

export function linesOf({ columns }: TableShape, rows: readonly object[]): string {
  return rows.map((row) => csvLine(columns.map(({ path }) => valueAt(row, path)))).join('')
}

function valueAt(row: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
    row,
  )
}

/** A table and its rows, a page at a time. */
export type CsvFile = { table: TableShape; pages: AsyncIterable<readonly object[]> }

export function csvFile<Row extends object>(
  table: CsvTable<Row>,
  pages: AsyncIterable<readonly Row[]>,
): CsvFile {
  return { table, pages }
}
