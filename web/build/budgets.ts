import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { type BuiltFile, type Load, loadsOf } from './loads.ts'

const KB = 1_000
type Kind = Load['kind']
type Chunk = { isEntry: boolean; isDynamicEntry: boolean; facadeModuleId: string | null }

/** Maximum size of each load in a browser, gzipped. */
const LIMITS: Record<Kind, { script: number; style: number }> = {
  dashboard: { script: 190 * KB, style: 42 * KB },
  portal: { script: 160 * KB, style: 42 * KB },
  guides: { script: 15 * KB, style: 0 },
  page: { script: 40 * KB, style: 10 * KB },
  part: { script: 60 * KB, style: 10 * KB },
  // The chart library.
  plot: { script: 140 * KB, style: 10 * KB },
}

/** Maximum size of the fonts that a page loads at once; they are compressed already. */
const FONT_LIMIT = 50 * KB

/** Fails the build when a first load or a page exceeds its limit, and lists its contents. */
export function budgets(): Plugin {
  return {
    name: 'piecework:budgets',
    apply: 'build',
    writeBundle(_options, bundle) {
      const files = Object.values(bundle).map((file): BuiltFile => {
        const size = gzipSync(file.type === 'chunk' ? file.code : file.source).length
        if (file.type === 'asset') return { fileName: file.fileName, size }
        return {
          fileName: file.fileName,
          title: titleOf(file),
          size,
          entry: file.isEntry ? file.name : undefined,
          later: laterOf(file),
          imports: file.imports,
          styles: [...(file.viteMetadata?.importedCss ?? [])],
        }
      })
      const fonts = fontsOf(files)
      if (fonts > FONT_LIMIT)
        this.error(`Fonts: ${(fonts / KB).toFixed(1)} of ${FONT_LIMIT / KB} kB`)
      const loads = loadsOf(files)
      for (const load of loads) if (!isLater(load)) this.info(sentenceOf(load))
      const largest = loads
        .filter(({ kind }) => kind === 'page')
        .sort((a, b) => b.script - a.script)
      if (largest[0]) this.info(`largest page ${sentenceOf(largest[0])}`)
      const over = loads.filter(
        ({ kind, script, style }) => script > LIMITS[kind].script || style > LIMITS[kind].style,
      )
      if (over.length === 0) return
      this.error(
        `Too much to load; split it, or leave something out:\n${over.map(sentenceOf).join('\n')}`,
      )
    },
  }
}

/** Returns the size of all fonts but those that only rare letters need. */
const fontsOf = (files: readonly BuiltFile[]) =>
  files
    .filter(({ fileName }) => fileName.endsWith('.woff2') && !fileName.includes('latin-ext'))
    .reduce((total, { size }) => total + size, 0)

const isLater = ({ kind }: Load) => ['page', 'part', 'plot'].includes(kind)

/** Returns the file in `src` where a chunk begins; the chunk's own name is not meaningful. */
const titleOf = ({ facadeModuleId, name }: Chunk & { name: string }) =>
  /[/]src[/]([^?]+)/.exec(facadeModuleId ?? '')?.[1] ?? name

/** Classifies a chunk that loads later. A page is a chunk of a file in `routes`. */
function laterOf({ isEntry, isDynamicEntry, facadeModuleId }: Chunk): BuiltFile['later'] {
  if (isEntry || !isDynamicEntry) return undefined
  if (facadeModuleId?.endsWith('/charts/plot.tsx')) return 'plot'
  return /[/]routes[/]/.test(facadeModuleId ?? '') ? 'page' : 'part'
}

function sentenceOf({ name, kind, script, style, files }: Load): string {
  const limit = LIMITS[kind]
  const of = (size: number, most: number) => `${(size / KB).toFixed(1)} of ${most / KB} kB`
  return `${name}: JavaScript ${of(script, limit.script)}, CSS ${of(style, limit.style)} (${files.length} files)`
}
