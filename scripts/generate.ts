/**
 * Writes the files that are made from others, or with --check says which are stale:
 * openapi.json from the schemas of the routes, platform/db.gen.ts from the migrated schema.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../server/src/app.ts'
import { parseConfig } from '../server/src/config.ts'
import { createDependencies } from '../server/src/dependencies.ts'
import { startEmbeddedPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '../server/src/platform/database.ts'
import { createLog } from '../server/src/platform/log.ts'
import { migrate } from '../server/src/platform/migrate.ts'

const ROOT = join(import.meta.dirname, '..')
const log = createLog('error')
const dataDir = await mkdtemp(join(tmpdir(), 'piecework-generate-'))
const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
try {
  await prepare(postgres.url)
  const stale: string[] = []
  for (const [file, make] of [
    ['openapi.json', openApi],
    ['server/src/platform/db.gen.ts', databaseTypes],
  ] as const) {
    const path = join(ROOT, file)
    const fresh = await make(postgres.url)
    const old = await readFile(path, 'utf8').catch(() => '')
    if (fresh === old) continue
    if (process.argv.includes('--check')) stale.push(file)
    else await writeFile(path, fresh)
  }
  if (stale.length > 0) {
    process.stderr.write(`Stale: ${stale.join(', ')}. Run npm run generate and commit them.\n`)
    process.exitCode = 1
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function prepare(url: string): Promise<void> {
  const { db, close } = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
  await migrate(db)
  await close()
}

async function openApi(url: string): Promise<string> {
  const parsed = parseConfig({ RATE_LIMIT: '0' })
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  const { config } = parsed
  const dependencies = await createDependencies({ config, url, log, now: () => new Date() })
  const app = await buildApp(dependencies)
  await app.ready()
  const document = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  await dependencies.close()
  return document
}

async function databaseTypes(url: string): Promise<string> {
  const outFile = join(dataDir, 'db.gen.ts')
  const cli = join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...[cli, '--url', url, '--dialect', 'postgres', '--date-parser', 'string'],
      ...['--include-pattern', 'public.*', '--exclude-pattern', 'migrations*'],
      ...['--out-file', outFile, '--log-level', 'warn'],
    ],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`kysely-codegen failed: ${stderr}`)
  return readFile(outFile, 'utf8')
}
