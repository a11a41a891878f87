import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestApp } from '../../../test/support/app.ts'
import { recordUsage } from '../../features/usage/record.ts'
import { type ImportDeps, importUsage } from './import-usage.ts'
import { bindMapping, findColumn } from './mapping/columns.ts'
import { completeMapping, parseMappingFlags } from './mapping/mapping.ts'
import { EMPTY_MAPPING, parseMappingFile } from './mapping/mapping-file.ts'
import type { Progress } from './progress.ts'
import { type CsvFormat, type CsvRow, openCsv } from './rows/csv-file.ts'
import type { Send } from './send-with-retry.ts'

const NO_PROGRESS: Progress = {
  start: () => undefined,
  update: () => undefined,
  note: () => undefined,
  stop: () => undefined,
}

export const COMMAS: CsvFormat = { delimiter: ',', encoding: 'utf8' }

/** Creates a folder for the files of a test; `close` removes it. */
export async function createFolder() {
  const path = await mkdtemp(join(tmpdir(), 'piecework-import-'))
  let count = 0
  return {
    write: async (content: string | Uint8Array): Promise<string> => {
      count += 1
      const file = join(path, `${count}.csv`)
      await writeFile(file, content)
      return file
    },
    path,
    close: () => rm(path, { recursive: true, force: true }),
  }
}

export type TestMapping = { map?: string[]; set?: string[]; file?: object; dateFormat?: string }

export function mappingOf({ map = [], set = [], file, dateFormat }: TestMapping) {
  const flags = parseMappingFlags({ map, set, dateFormat })
  if (!flags.ok) return flags
  const fromFile = file ? parseMappingFile(JSON.stringify(file)) : undefined
  if (fromFile && !fromFile.ok) return fromFile
  return completeMapping(fromFile?.value ?? EMPTY_MAPPING, flags.value)
}

/** Records usage like the command, for the organization of a test app. */
export function senderOf({ dependencies, organization }: TestApp): Send {
  const { usage, clock } = dependencies
  const organizationId = organization.id
  return (records) =>
    recordUsage(
      usage,
      { organizationId, body: { records }, bytes: 0 },
      clock.moment(organizationId),
    )
}

type TestImport = {
  path: string
  mapping: TestMapping
  send: Send
  format?: CsvFormat
  source?: string
  compare?: string
  deps?: Partial<ImportDeps>
}

/** Imports a file. Returns the data of the report and the rows that failed. */
export async function runImport(options: TestImport) {
  const csv = await openCsv(options.path, options.format ?? COMMAS)
  const failures: { row: CsvRow; reason: string }[] = []
  try {
    const mapping = orThrow(mappingOf(options.mapping))
    const index = findColumn(csv.header, options.compare ?? '')
    const result = await importUsage(
      {
        csv,
        bindings: orThrow(bindMapping(mapping, csv.header)),
        dateFormat: mapping.dateFormat,
        source: options.source ?? '',
        costColumn: typeof index === 'number' ? index : undefined,
      },
      {
        send: options.send,
        parallel: 4,
        retryLimits: { giveUpAfterMs: 200, firstDelayMs: 1, longestDelayMs: 10 },
        progress: NO_PROGRESS,
        onFailure: async (row, reason) => {
          failures.push({ row, reason })
        },
        signal: new AbortController().signal,
        ...options.deps,
      },
    )
    const { read, costed, uncosted, alreadyThere, failed, cost } = result.tally
    const counts = { read, costed, uncosted, alreadyThere, failed, cost: cost.toFixed() }
    return { ...result, counts, failures }
  } finally {
    await csv.close()
  }
}

export function orThrow<T>(result: { ok: true; value: T } | { ok: false; problems: string[] }): T {
  if (!result.ok) throw new Error(result.problems.join('\n'))
  return result.value
}
