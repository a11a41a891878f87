import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { createDependencies, type Dependencies } from '../dependencies.ts'
import { loadSnapshot } from '../features/catalog/snapshot/load.ts'
import { resolveOrganization } from '../features/organizations/service.ts'
import { RECORDS_MAX } from '../features/usage/batch/shape.ts'
import { recordUsage } from '../features/usage/record.ts'
import { createLog } from '../platform/log.ts'
import { withDatabase } from './database.ts'
import { type ImportPlan, type ImportResult, importUsage } from './import/import-usage.ts'
import { bindMapping, columnsOf, findColumn } from './import/mapping/columns.ts'
import {
  completeMapping,
  type Mapping,
  parseMappingFlags,
  type Result,
} from './import/mapping/mapping.ts'
import { EMPTY_MAPPING, parseMappingFile } from './import/mapping/mapping-file.ts'
import { previewImport } from './import/preview.ts'
import { createProgress } from './import/progress.ts'
import { describeResult } from './import/report/report.ts'
import { type CsvFormat, ENCODINGS, openCsv } from './import/rows/csv-file.ts'
import { createFailuresFile } from './import/rows/failures-file.ts'
import { ONE_MINUTE } from './import/send-with-retry.ts'
import { CommandError, print, readConfig } from './run.ts'
import { stopSignal } from './signals.ts'

type Options = {
  map: string[]
  set: string[]
  mapping?: string
  dateFormat?: string
  delimiter: string
  encoding: string
  source: string
  organization?: string
  compare?: string
  failures?: string
  dryRun?: true
}

/**
 * Maximum number of concurrent batches: enough to fill the transactions of both ingestion lanes.
 */
const PARALLEL_MAX = 40
const EXIT_SOME_FAILED = 2

export function addImportCommands(program: Command): void {
  const collect = (value: string, previous: string[]) => [...previous, value]
  program
    .command('import')
    .description('load data from files')
    .command('usage')
    .description('load usage history from a CSV file; docs/importing-usage.md explains it')
    .argument('<file>', 'a CSV file with a header')
    .option('--map <field=column>', 'take a field from a column; repeatable', collect, [])
    .option('--set <field=value>', 'the same value for every row; repeatable', collect, [])
    .option('--mapping <file>', 'a JSON file that maps the fields; flags go before it')
    .option('--date-format <format>', 'iso (default), unix-seconds or unix-milliseconds')
    .option('--delimiter <character>', 'what separates the cells; tab for a tab', ',')
    .option('--encoding <name>', ENCODINGS.join(', '), 'utf8')
    .option(
      '--source <name>',
      'distinguishes files that may have identical rows for different work',
      '',
    )
    .option('--organization <id>', 'the organization of the usage; required when there are several')
    .option('--compare <column>', 'compare the costs with those of a column')
    .option('--failures <file>', 'write the rows that failed to this CSV file')
    .option('--dry-run', 'show the first rows and their estimated costs; store nothing')
    .action(importFile)
}

async function importFile(path: string, options: Options): Promise<void> {
  const format = readFormat(options)
  const mapping = readMapping(options)
  if (options.failures !== undefined) refuseSameFile(path, options.failures)
  const csv = await openCsv(path, format)
  try {
    const plan: ImportPlan = {
      csv,
      bindings: check(bindMapping(mapping, csv.header)),
      dateFormat: mapping.dateFormat,
      source: options.source,
      costColumn: findCostColumn(csv.header, options.compare),
    }
    if (!mapping.sources.has('usageDate')) {
      process.stderr.write('usageDate is not mapped: every event gets the time of the import\n')
    }
    await withServices(options, async (dependencies, organizationId) => {
      if (options.dryRun) await preview(plan, dependencies, organizationId)
      else await run({ plan, path, options, format }, dependencies, organizationId)
    })
  } finally {
    await csv.close()
  }
}

function readFormat({ delimiter, encoding }: Options): CsvFormat {
  const character = delimiter === 'tab' || delimiter === '\\t' ? '\t' : delimiter
  if (character.length !== 1 || /["\r\n]/.test(character)) {
    throw new CommandError(`--delimiter must be one character, or tab, not "${delimiter}"`)
  }
  const known = ENCODINGS.find((name) => name === encoding)
  if (!known) throw new CommandError(`--encoding must be one of ${ENCODINGS.join(', ')}`)
  return { delimiter: character, encoding: known }
}

function readMapping(options: Options): Mapping {
  const { map, set, dateFormat } = options
  const flags = check(parseMappingFlags({ map, set, dateFormat }))
  const file =
    options.mapping === undefined ? EMPTY_MAPPING : check(parseMappingFile(read(options.mapping)))
  return check(completeMapping(file, flags))
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error))
  }
}

function check<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new CommandError(`The mapping is invalid:\n${result.problems.map(indent).join('\n')}`)
}

function indent(text: string): string {
  return `  ${text}`
}

function findCostColumn(header: readonly string[], column: string | undefined): number | undefined {
  if (column === undefined) return undefined
  const index = findColumn(header, column)
  if (typeof index === 'number') return index
  throw new CommandError(`--compare: ${index}; ${columnsOf(header)}`)
}

/** Opening the failures file truncates it, so it must not be the imported file. */
function refuseSameFile(path: string, failures: string): void {
  if (existsSync(path) && existsSync(failures) && realpathSync(path) === realpathSync(failures)) {
    throw new CommandError('--failures must not be the file that is imported')
  }
}

async function withServices(
  options: Options,
  work: (dependencies: Dependencies, organizationId: string) => Promise<void>,
): Promise<void> {
  const config = readConfig()
  await withDatabase(config, 'import usage', async ({ db, url }) => {
    const { id } = await resolveOrganization(db, options.organization)
    const now = () => new Date()
    await loadSnapshot(db, now())
    const log = createLog(config.logLevel === 'info' ? 'error' : config.logLevel)
    const dependencies = await createDependencies({ config, url, log, now })
    try {
      await work(dependencies, id)
    } finally {
      await dependencies.close()
    }
  })
}

async function preview(
  plan: ImportPlan,
  { usage, clock }: Dependencies,
  organizationId: string,
): Promise<void> {
  print(await previewImport(plan, usage.findPrices(organizationId), clock.now(organizationId)))
  print('Nothing was stored: this was a dry run.')
}

type Run = { plan: ImportPlan; path: string; options: Options; format: CsvFormat }

async function run(
  { plan, path, options, format }: Run,
  { usage, config, clock }: Dependencies,
  organizationId: string,
): Promise<void> {
  const failures =
    options.failures === undefined
      ? undefined
      : await createFailuresFile(options.failures, plan.csv.header, format)
  // Rejected rows are not stored in the database: the failures file has them, and a repeated import
  // would add them again.
  const deps = { ...usage, insertRejectedRecords: async () => undefined }
  const result = await importUsage(plan, {
    send: (records) =>
      recordUsage(
        deps,
        { organizationId, body: { records }, bytes: 0 },
        clock.moment(organizationId),
      ),
    parallel: Math.max(
      1,
      Math.min(PARALLEL_MAX, Math.floor(config.ingestQueueLimit / RECORDS_MAX)),
    ),
    retryLimits: ONE_MINUTE,
    progress: createProgress(process.stderr),
    onFailure: async (row, reason) => failures?.write(row, reason),
    // The first Ctrl-C stops reading and waits for the batches in progress; the second ends the
    // process.
    signal: stopSignal(),
  }).finally(() => failures?.close())
  print(`${basename(path)}\n${describeResult(result, options.compare)}`)
  conclude(result)
}

function conclude({ stopped, tally }: ImportResult): void {
  if (stopped !== undefined) {
    const reason =
      stopped === 'interrupted' ? 'it was interrupted' : 'the database cannot be reached'
    throw new CommandError(
      `Stopped after ${tally.read} rows, because ${reason}. The rows counted above are stored; run the same command again to store the rest. No row is stored twice.`,
    )
  }
  if (tally.failed > 0) process.exitCode = EXIT_SOME_FAILED
}
