import { open } from 'node:fs/promises'
import type { CsvFormat, CsvRow } from './csv-file.ts'

/** In front, so that the cells of a row with too many or too few of them keep their places. */
const FAILURE_COLUMNS = ['piecework_row', 'piecework_reason'] as const

type FailuresFile = {
  write: (row: CsvRow, reason: string) => Promise<void>
  close: () => Promise<void>
}

/** How many leading columns of a file are ours, because it is a file of failures itself. */
export function countFailureColumns(header: readonly string[]): number {
  const isOurs = FAILURE_COLUMNS.every((column, index) => header[index] === column)
  return isOurs ? FAILURE_COLUMNS.length : 0
}

/**
 * Opens the file that failed rows are written to, each with its number and why it failed. Cells are
 * written as they were read: they are for a program to read again, and a quote put before a `=`
 * would change them.
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
  // Batches are answered at the same time; their lines are written one after the other.
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
