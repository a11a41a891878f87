import { mkdtemp, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Builds a folder next to the old one and replaces the old one when it is complete. Concurrent or
 * killed builds therefore leave no incomplete folder.
 */
export async function replaceFolder(
  path: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const work = await mkdtemp(join(dirname(path), `.${basename(path)}-`))
  const [fresh, old] = [join(work, 'new'), join(work, 'old')]
  try {
    await make(fresh)
    await rename(path, old).catch(() => undefined)
    await rename(fresh, path).catch((error) => {
      // A concurrent build finished first, with the same result from the same sources.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
