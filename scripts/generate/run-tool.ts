import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/**
 * Runs a script of a package, by its path from the root; fails with what it printed. It runs in
 * `folder`, away from our own settings, such as redocly.yaml, which are not meant for it.
 */
export async function runTool(script: string, folder: string, flags: string[]): Promise<void> {
  await run(process.execPath, [join(ROOT, script), ...flags], { cwd: folder })
}
