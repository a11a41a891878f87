/**
 * Builds the pages into web/dist. With --if-stale it builds only if they are missing or outdated,
 * so that `npm start` can always run it. --sizes prints the size of each load.
 */

import { join } from 'node:path'
import { replaceFolder } from './replace-folder.ts'
import { isFresh, stampOf, writeStamp } from './stamp.ts'

const WEB = join(import.meta.dirname, '..')
const DIST = join(WEB, 'dist')

const stamp = await stampOf(WEB)
if (!process.argv.includes('--if-stale') || !(await isFresh(DIST, stamp))) {
  // Imported late: an installation without development dependencies has no vite, and does not need
  // it if the pages are built.
  const { build } = await import('vite')
  const { searchIndex } = await import('./search-index.ts')
  process.stderr.write('piecework: building the pages, which takes some seconds ...\n')
  await replaceFolder(DIST, async (folder) => {
    // Builds each input separately: files shared by several would be split into small chunks, which
    // compress badly.
    for (const { plugins = [], ...rolldownOptions } of [
      { input: 'index.html' },
      { input: 'portal.html' },
      {
        input: { guides: join(WEB, 'src/guides/main.ts') },
        // The service finds it by its name.
        output: { entryFileNames: 'assets/guides-[hash].js' },
        plugins: [searchIndex()],
      },
    ]) {
      await build({
        configFile: join(WEB, 'vite.config.ts'),
        logLevel: process.argv.includes('--sizes') ? 'info' : 'warn',
        plugins,
        build: { outDir: folder, rolldownOptions },
      })
    }
    await writeStamp(folder, stamp)
  })
}
