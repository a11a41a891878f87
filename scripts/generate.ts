/**
 * Writes the generated files, or lists the stale ones with --check: openapi.json from the route
 * schemas, its types for the Node client and for the pages, the operations and types of the Python
 * client, the types of the migrated database, and the route trees of the pages.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../server/src/platform/database.ts'
import { createLog } from '../server/src/platform/log.ts'
import { apiTypes } from './generate/api-types.ts'
import { databaseTypes } from './generate/database-types.ts'
import { withKnownValues } from './generate/known-values.ts'
import { withMethodNames } from './generate/method-names.ts'
import { openApiDocument } from './generate/openapi-document.ts'
import { pythonClient } from './generate/python/client.ts'
import { routeTrees } from './generate/route-trees.ts'

const ROOT = join(import.meta.dirname, '..')
const log = createLog('error')
const dataDir = await mkdtemp(join(tmpdir(), 'piecework-generate-'))
const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
try {
  await prepare(postgres.url)
  const stale: string[] = []
  for (const [file, fresh] of Object.entries(await freshFiles(postgres.url))) {
    const path = join(ROOT, file)
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

async function freshFiles(url: string): Promise<Record<string, string>> {
  const tables = databaseTypes(url, dataDir)
  const document = await openApiDocument(url, log)
  const trees = routeTrees()
  const [ofDatabase, ofClient, ofWeb, ofPages] = await Promise.all([
    tables,
    apiTypes(withMethodNames(document, 'node'), { isOpen: true, folder: dataDir }),
    // The service serves the pages of its own version.
    apiTypes(document, { isOpen: false, folder: dataDir }),
    trees,
  ])
  return {
    'openapi.json': document,
    'server/src/platform/db.gen.ts': ofDatabase,
    'client/src/api.gen.ts': ofClient,
    'web/src/api/api.gen.ts': ofWeb,
    ...pythonClient(withMethodNames(withKnownValues(document, { isOpen: false }), 'python')),
    ...ofPages,
  }
}
