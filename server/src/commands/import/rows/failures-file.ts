import { open } from 'node:fs/promises'
import type { CsvFormat, CsvRow } from './csv-file.ts'

/** Added in front, so that rows with too many or too few cells keep their cell positions. */
const FAILURE_COLUMNS = ['piecework_row', 'piecework_reason'] as const

type FailuresFile = {
  write: (row: CsvRow, reason: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * Returns the number of leading columns added by the import, when the file is itself a failures
 * file.
 */
export function countFailureColumns(header: readonly string[]): number {
  const isOurs = FAILURE_COLUMNS.every((column, index) => header[index] === column)
  return isOurs ? FAILURE_COLUMNS.length : 0
}

/**
 * Opens the file for failed rows, each with its number and reason. Cells are written as they were
 * read, because a program reads them again: a quote in front of a `=` would change them.
 */
export async function createFailuresFile(
  path: string,
  header: readonly string[],
  { delimiter, encoding }: CsvFormat,
): Promise<FailuresFile> {
  const file = await open(path, 'w')
  const ownFrom = countFailureColumns(header)
  const lineOf = (cells: readonly string[]) =>
    `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\n`
  // Batches finish concurrently, so their lines are written in sequence.
  let written = file.appendFile(lineOf([...FAILURE_COLUMNS, ...header.slice(ownFrom)]), encoding)
  await written
  return {
    write: ({ number, cells }, reason) => {
      const line = lineOf([String(number), reason, ...cells.slice(ownFrom)])
      written = written.then(() => file.appendFile(line, encoding))
      return written
    },
    close: () => file.close(),
  }
}

function csvCell(text: string, delimiter: string): string {
  const needsQuotes = text.includes(delimiter) || /["\r\n]/.test(text) || text !== text.trim()
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}
