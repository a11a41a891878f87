import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, type Parser, parse } from 'csv-parse'
import { AppError } from '../../../platform/errors.ts'

export const ENCODINGS = ['utf8', 'latin1', 'utf16le'] as const
export type CsvFormat = { delimiter: string; encoding: (typeof ENCODINGS)[number] }

/** A row below the header. `number` counts as a spreadsheet does: the header is row 1. */
export type CsvRow = { number: number; cells: readonly string[] }

export type CsvFile = {
  header: readonly string[]
  sizeBytes: number
  /** Reads the rows from the beginning. Memory use does not depend on the file size. */
  rows: () => AsyncGenerator<CsvRow>
  /** Bytes read by the latest `rows()` call. */
  bytesRead: () => number
  close: () => Promise<void>
}

/** A longer row means an unclosed quote, which without a limit would fill the memory. */
const ROW_LENGTH_MAX = 4_194_304
const READ_BYTES = 262_144

/**
 * Opens a CSV file that is read several times. Every read sees the bytes at the time of opening,
 * even when the file is renamed, replaced or appended to. Throws AppError when it cannot be read.
 */
export async function openCsv(path: string, format: CsvFormat): Promise<CsvFile> {
  const file = await openFile(path)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) {
      throw new AppError('invalid', `${path} is not a file; an import reads it twice`)
    }
    return await readHeader(file, { path, sizeBytes: stats.size, format })
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('invalid', `${path} cannot be opened: ${reason}`)
  }
}

type Source = { path: string; sizeBytes: number; format: CsvFormat }

async function readHeader(file: FileHandle, source: Source): Promise<CsvFile> {
  let parser: Parser | undefined
  async function* read(): AsyncGenerator<CsvRow> {
    parser = startParser(file, source)
    let number = 0
    try {
      for await (const cells of parser) {
        number += 1
        if (!isBlank(cells)) yield { number, cells }
      }
    } catch (error) {
      throw explainCsvError(error, source.path)
    } finally {
      parser.destroy()
    }
  }
  const first = await read().next()
  if (first.done) throw new AppError('invalid', `${source.path} is empty; it must have a header`)
  const header = first.value.cells.map((name) => name.trim())
  return {
    header,
    sizeBytes: source.sizeBytes,
    rows: async function* () {
      const rows = read()
      await rows.next()
      yield* rows
    },
    bytesRead: () => parser?.info.bytes ?? 0,
    close: () => file.close(),
  }
}

function startParser(file: FileHandle, { sizeBytes, format }: Source): Parser {
  const parser = parse({
    bom: true,
    delimiter: format.delimiter,
    encoding: format.encoding,
    // Tried in this order, so that one file may mix line endings.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: ROW_LENGTH_MAX,
  })
  if (sizeBytes === 0) return parser.end()
  const bytes = file.createReadStream({
    start: 0,
    end: sizeBytes - 1,
    autoClose: false,
    highWaterMark: READ_BYTES,
  })
  // Errors of both streams reach the reader of the parser.
  pipeline(bytes, parser, () => undefined)
  return parser
}

function isBlank(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0] === ''
}

function explainCsvError(error: unknown, path: string): unknown {
  if (!(error instanceof CsvError)) return error
  const isQuote = error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED'
  const hint = isQuote ? '; a quote before it is opened and not closed' : ''
  return new AppError('invalid', `${path} cannot be read as CSV: ${error.message}${hint}`)
}
