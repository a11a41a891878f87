import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ANY_TEXT, withKnownValues } from './known-values.ts'
import { runTool } from './run-tool.ts'

type Options = {
  /** True: answers may have values that this version does not know. */
  isOpen: boolean
  /** A folder for temporary files. */
  folder: string
}

/**
 * Generates the API types for its callers, with one type per named schema. Request fields with a
 * default are optional.
 */
export async function apiTypes(document: string, { isOpen, folder }: Options): Promise<string> {
  const name = isOpen ? 'open' : 'closed'
  const [inFile, outFile] = [join(folder, `${name}.json`), join(folder, `${name}.gen.ts`)]
  await writeFile(inFile, withKnownValues(document, { isOpen }))
  await runTool('client/node_modules/openapi-typescript/bin/cli.js', folder, [
    ...[inFile, '--output', outFile, '--default-non-nullable=false'],
    ...['--root-types', '--root-types-no-schema-prefix'],
  ])
  const types = await readFile(outFile, 'utf8')
  // Keeps the known values in the completion of editors, which `string` alone would absorb.
  return types.replaceAll(JSON.stringify(ANY_TEXT), '(string & {})')
}
