import { sql } from 'kysely'
import { snakeCase } from '../database/names.ts'
import { jsonbText } from '../values/jsonb-text.ts'

/**
 * Returns rows to insert as one parameter, so that the statement text does not depend on their
 * number: the column names, and the values for `json_populate_recordset`. All rows have the columns
 * of the first one. Decimals and dates become text, which PostgreSQL reads exactly.
 */
export function jsonRows(rows: readonly Readonly<Record<string, unknown>>[]) {
  const fields = Object.keys(rows[0] ?? {}).map((field) => ({ field, column: snakeCase(field) }))
  const values = rows.map((row) =>
    Object.fromEntries(fields.map(({ field, column }) => [column, row[field]])),
  )
  return {
    columns: sql.join(fields.map(({ field }) => sql.ref(field))),
    json: sql`${jsonbText(values)}::json`,
  }
}
