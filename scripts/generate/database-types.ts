import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from './run-tool.ts'

/** The types of the tables of a database. `folder` is for files on the way. */
export async function databaseTypes(url: string, folder: string): Promise<string> {
  const outFile = join(folder, 'db.gen.ts')
  await runTool('node_modules/kysely-codegen/dist/cli/bin.js', folder, [
    ...['--url', url, '--dialect', 'postgres', '--date-parser', 'string'],
    ...['--include-pattern', 'public.*', '--exclude-pattern', 'migrations*'],
    ...['--out-file', outFile, '--log-level', 'warn'],
  ])
  return readFile(outFile, 'utf8')
}
