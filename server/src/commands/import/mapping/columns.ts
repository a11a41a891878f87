import type { FieldSource, Mapping, Result } from './mapping.ts'
import { applyRules } from './rules.ts'

/** A field, with a function that reads it from the cells of a row. Empty text means no value. */
export type Binding = { field: string; read: (cells: readonly string[]) => string }

/** Resolves the columns of a mapping in a file's header. Reports all problems. */
export function bindMapping({ sources }: Mapping, header: readonly string[]): Result<Binding[]> {
  const problems: string[] = []
  const bindings: Binding[] = []
  for (const [field, source] of sources) {
    const read = readerOf(source, header)
    if (typeof read === 'string') problems.push(`${field}: ${read}`)
    else bindings.push({ field, read })
  }
  if (problems.length > 0) return { ok: false, problems: [...problems, columnsOf(header)] }
  return { ok: true, value: bindings }
}

/** Returns the index of a column, or a message when the name is missing or ambiguous. */
export function findColumn(header: readonly string[], column: string): number | string {
  const index = header.indexOf(column)
  if (index === -1) return `the file has no column "${column}"`
  return header.includes(column, index + 1) ? `the file has several columns "${column}"` : index
}

/** Describes the columns of a file, for error messages. */
export function columnsOf(header: readonly string[]): string {
  return `the columns of the file are ${header.join(', ')}`
}

function readerOf(source: FieldSource, header: readonly string[]): Binding['read'] | string {
  if (source.kind === 'constant') return () => source.value
  const index = findColumn(header, source.column.trim())
  if (typeof index === 'string') return index
  return (cells) => applyRules((cells[index] ?? '').trim(), source).trim()
}
