import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from './run-tool.ts'

/**
 * Generates the API types for its callers, with one type per named schema. Request fields with a
 * default are optional. `folder` holds temporary files.
 */
export async function apiTypes(document: string, folder: string): Promise<string> {
  const [inFile, outFile] = [join(folder, 'openapi.json'), join(folder, 'api.gen.ts')]
  await writeFile(inFile, document)
  await runTool('client/node_modules/openapi-typescript/bin/cli.js', folder, [
    ...[inFile, '--output', outFile, '--default-non-nullable=false'],
    ...['--root-types', '--root-types-no-schema-prefix'],
  ])
  return readFile(outFile, 'utf8')
}
