import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/**
 * Runs a script of a package, by its path from the root; fails with the script's output. It runs in
 * `folder`, because settings of this repository, such as redocly.yaml, must not apply to it.
 */
export async function runTool(script: string, folder: string, flags: string[]): Promise<void> {
  await run(process.execPath, [join(ROOT, script), ...flags], { cwd: folder })
}
