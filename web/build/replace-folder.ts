import { mkdtemp, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Makes a folder anew beside the old one and puts it in its place when it is complete: two builds at
 * once, or one that is killed, leave no half of it.
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
      // Another build was faster; it made the same of the same sources.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
