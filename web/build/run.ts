/**
 * Builds the pages into web/dist. With --if-stale it does so only where they are missing or made of
 * other sources, so that `npm start` can always ask; --sizes says how much there is to load.
 */

import { join } from 'node:path'
import { replaceFolder } from './replace-folder.ts'
import { isFresh, stampOf, writeStamp } from './stamp.ts'

const WEB = join(import.meta.dirname, '..')
const DIST = join(WEB, 'dist')
const APPLICATIONS = ['index.html', 'portal.html']

const stamp = await stampOf(WEB)
if (!process.argv.includes('--if-stale') || !(await isFresh(DIST, stamp))) {
  // Only now: an installation without developers' tools has no vite, and needs none for pages that are built.
  const { build } = await import('vite')
  process.stderr.write('piecework: building the pages, which takes some seconds ...\n')
  await replaceFolder(DIST, async (folder) => {
    // Each for itself: files that both shared would be cut into small pieces, which pack badly.
    for (const input of APPLICATIONS) {
      await build({
        configFile: join(WEB, 'vite.config.ts'),
        logLevel: process.argv.includes('--sizes') ? 'info' : 'warn',
        build: { outDir: folder, rolldownOptions: { input } },
      })
    }
    await writeStamp(folder, stamp)
  })
}
