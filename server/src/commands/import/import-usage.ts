import type { UsageBatchResult } from '../../features/usage/batch/result-fields.ts'
import { RECORDS_MAX } from '../../features/usage/batch/shape.ts'
import { AppError } from '../../platform/errors.ts'
import type { JsonObject } from '../../platform/json/json-object.ts'
import type { Binding } from './mapping/columns.ts'
import type { DateFormat } from './mapping/dates.ts'
import type { Progress } from './progress.ts'
import { type Comparison, createComparison } from './report/comparison.ts'
import type { Tally } from './report/tally.ts'
import {
  countFailedEntry,
  countFailure,
  countSuccess,
  createTally,
  serviceName,
} from './report/tally.ts'
import type { CsvFile, CsvRow } from './rows/csv-file.ts'
import { createRepeatFinder } from './rows/repeats.ts'
import { createDigest, createKeyMaker } from './rows/row-keys.ts'
import { createRowReader } from './rows/row-record.ts'
import { RetriesExhausted, type RetryLimits, type Send, sendWithRetry } from './send-with-retry.ts'

/** Input of an import. */
export type ImportPlan = {
  csv: CsvFile
  bindings: readonly Binding[]
  dateFormat: DateFormat
  /** Distinguishes files that may have equal rows for different work. */
  source: string
  /** Index of the column with recorded costs, to compare with the computed ones. */
  costColumn: number | undefined
}

export type ImportDeps = {
  send: Send
  /** Maximum number of concurrent batches, which group commit writes together. */
  parallel: number
  retryLimits: RetryLimits
  progress: Progress
  /** Called for each row that failed. */
  onFailure: (row: CsvRow, reason: string) => Promise<void>
  /** Stops the import between two rows. */
  signal: AbortSignal
}

export type ImportResult = {
  tally: Tally
  comparison: Comparison | undefined
  /**
   * Why some rows were not sent. Stored rows stay stored; repeating the import sends the others.
   */
  stopped: 'interrupted' | 'unavailable' | undefined
}

type Sendable = { row: CsvRow; record: JsonObject }
type Import = ImportPlan & ImportDeps & Omit<ImportResult, 'stopped'>

const ROWS_PER_UPDATE = 1_000
const RAGGED = 'the row does not have as many cells as the header'

/**
 * Records every row of a file in batches, as if sent to the API. The idempotency key of a row is
 * derived from its content, so importing again stores only rows that are missing.
 */
export async function importUsage(plan: ImportPlan, deps: ImportDeps): Promise<ImportResult> {
  const comparison = plan.costColumn === undefined ? undefined : createComparison()
  const job = { ...plan, ...deps, tally: createTally(), comparison }
  try {
    const { rowCount, repeated } = await findRepeats(job)
    const stopped = await sendRows(job, (digest) => repeated.has(digest), rowCount)
    return { tally: job.tally, comparison, stopped }
  } finally {
    deps.progress.stop()
  }
}

/**
 * Reads the whole file before anything is stored, to find repeated rows and to fail early when the
 * file is unreadable.
 */
async function findRepeats({ csv, source, progress, signal }: Import) {
  progress.start('checking', csv.sizeBytes)
  const finder = createRepeatFinder(csv.sizeBytes)
  const digestOf = createDigest(csv.header, source)
  let rowCount = 0
  for await (const { cells } of csv.rows()) {
    if (signal.aborted) break
    rowCount += 1
    if (cells.length === csv.header.length) finder.add(digestOf(cells))
    if (rowCount % ROWS_PER_UPDATE === 0) progress.update(csv.bytesRead())
  }
  return { rowCount, repeated: finder.repeated }
}

async function sendRows(
  job: Import,
  mayRepeat: (digest: string) => boolean,
  rowCount: number,
): Promise<ImportResult['stopped']> {
  job.progress.start('importing', rowCount)
  const underWay = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  for await (const batch of batches(job, mayRepeat)) {
    const sent = sendBatch(job, batch)
      .catch((error) => {
        failure ??= { error }
      })
      .finally(() => underWay.delete(sent))
    underWay.add(sent)
    if (underWay.size >= job.parallel) await Promise.race(underWay)
    if (failure) break
  }
  await Promise.all(underWay)
  if (failure?.error instanceof RetriesExhausted)
    return job.signal.aborted ? 'interrupted' : 'unavailable'
  if (failure) throw failure.error
  if (job.signal.aborted) return 'interrupted'
  if (job.tally.read !== rowCount) {
    throw new AppError('conflict', 'The file was changed while it was read; import it again')
  }
  return undefined
}

/** Yields the records of the file in batches. Rows that cannot be sent are counted as failed. */
async function* batches(
  job: Import,
  mayRepeat: (digest: string) => boolean,
): AsyncGenerator<Sendable[]> {
  const { csv, tally } = job
  const toRecord = createRecordMaker(job, mayRepeat)
  let batch: Sendable[] = []
  for await (const row of csv.rows()) {
    if (job.signal.aborted) break
    tally.read += 1
    const made = toRecord(row)
    if (made.ok) batch.push({ row, record: made.record })
    else await failRow(job, row, made.reason)
    if (batch.length < RECORDS_MAX) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Returns a function that makes the record of each row, with its idempotency key. Rows must be
 * passed in file order.
 */
export function createRecordMaker(
  { csv, source, bindings, dateFormat }: ImportPlan,
  mayRepeat: (digest: string) => boolean,
) {
  const digestOf = createDigest(csv.header, source)
  const keyOf = createKeyMaker(mayRepeat)
  const readRow = createRowReader(bindings, dateFormat)
  return ({ cells }: CsvRow): ReturnType<typeof readRow> => {
    if (cells.length !== csv.header.length) return { ok: false, reason: RAGGED }
    // Also for rows that fail: the counter of equal rows must not depend on the mapping.
    const idempotencyKey = keyOf(digestOf(cells))
    const made = readRow(cells)
    return made.ok ? { ok: true, record: { idempotencyKey, ...made.record } } : made
  }
}

async function sendBatch(job: Import, batch: readonly Sendable[]): Promise<void> {
  const { send, retryLimits, signal, progress } = job
  const records = batch.map(({ record }) => record)
  const onRetry = () => {
    job.tally.resent += 1
    progress.note('the database does not take the rows; trying again')
  }
  const answer = await sendWithRetry(send, records, { retryLimits, signal, onRetry })
  await countAnswer(job, batch, answer)
  const { costed, uncosted, alreadyThere, failed } = job.tally
  progress.update(costed + uncosted + alreadyThere + failed)
}

async function countAnswer(
  job: Import,
  batch: readonly Sendable[],
  { results }: UsageBatchResult,
): Promise<void> {
  for (const entry of results.success) {
    countSuccess(job.tally, entry)
    const sent = batch[entry.index]
    if (sent) compare(job, sent, entry.totalCostUsd)
  }
  for (const entry of results.failed) {
    const sent = batch[entry.index]
    if (!sent) continue
    const { row, record } = sent
    const hasFailed = countFailedEntry(job.tally, { entry, record, row: row.number })
    if (hasFailed) await job.onFailure(row, entry.error)
  }
}

function compare({ comparison, costColumn }: Import, { row, record }: Sendable, computed: string) {
  if (!comparison || costColumn === undefined) return
  const recorded = (row.cells[costColumn] ?? '').trim()
  comparison.add({ number: row.number, service: serviceName(record), computed, recorded })
}

async function failRow(job: Import, row: CsvRow, reason: string): Promise<void> {
  countFailure(job.tally, row.number, reason)
  await job.onFailure(row, reason)
}
