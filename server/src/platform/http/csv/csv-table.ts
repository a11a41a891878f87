import type { Static, TObject } from 'typebox'
import { csvLine } from './csv-text.ts'

type Column = { heading: string; path: readonly string[] }

/** A table of a CSV response: its name and columns. */
export type TableShape = { name: string; columns: readonly Column[] }

/** A table for rows of one type. */
export type CsvTable<Row> = TableShape & { readonly rowsAre?: (row: Row) => void }

/**
 * Returns a table whose headings are the field names of its rows. Each part of an object field has
 * its own column (`signal.name`). Free-form objects and lists are JSON in one cell.
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

/** A table and its rows, read page by page. */
export type CsvFile = { table: TableShape; pages: AsyncIterable<readonly object[]> }

export function csvFile<Row extends object>(
  table: CsvTable<Row>,
  pages: AsyncIterable<readonly Row[]>,
): CsvFile {
  return { table, pages }
}
