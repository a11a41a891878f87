import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { installClient } from './installed-client.ts'

const RUNTIMES = join(import.meta.dirname, '../runtimes')

/**
 * Bundles a file of `test/runtimes` with the client as its users get it. It fails for an import
 * that is not in the bundle, such as that of a module of Node.
 */
export async function bundle(file: string, conditions: readonly string[], format: 'esm' | 'iife') {
  const home = await mkdtemp(join(tmpdir(), 'piecework-bundle-'))
  try {
    await cp(RUNTIMES, home, { recursive: true })
    await symlink(join(await installClient(), 'node_modules'), join(home, 'node_modules'))
    const made = await rolldown({
      input: join(home, file),
      platform: 'neutral',
      resolve: { conditionNames: [...conditions, 'import', 'default'] },
      onLog: (_level, { message }) => {
        throw new Error(message)
      },
    })
    const { output } = await made.generate({ format, name: 'bundled', codeSplitting: false })
    await made.close()
    const [{ code, imports }, ...others] = output
    if (imports.length + others.length > 0) throw new Error(`Not in the bundle: ${imports}`)
    return code
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
