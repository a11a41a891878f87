import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../server/src/platform/database.ts'
import { columnTypes } from './column-types.ts'
import { runTool } from './run-tool.ts'

/** Generates the types of the tables of a database. `folder` holds temporary files. */
export async function databaseTypes(url: string, folder: string): Promise<string> {
  const outFile = join(folder, 'db.gen.ts')
  const database = openDatabase({ url, poolSize: 1, onIdleError: () => undefined })
  const columns = await columnTypes(database)
  await database.close()
  await runTool('node_modules/kysely-codegen/dist/cli/bin.js', folder, [
    ...['--url', url, '--dialect', 'postgres', '--date-parser', 'string', '--camel-case'],
    ...['--include-pattern', 'public.*', '--exclude-pattern', 'migrations*'],
    ...['--overrides', JSON.stringify({ columns })],
    ...['--out-file', outFile, '--log-level', 'warn'],
  ])
  const types = await readFile(outFile, 'utf8')
  // The tool adds no import for types that are passed to it.
  return types.replace(/^import/m, `import type { ExactNumeric } from './exact-numeric.ts'\nimport`)
}
