import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSED = /[.](js|css|svg|json)$/
/** Below this size, compression saves less than its headers cost. */
const WORTH_IT_BYTES = 1_024

/**
 * Writes each asset as brotli too, and as gzip for browsers that accept brotli only over HTTPS.
 * Compressing during the build spares the server from doing it for each response.
 */
export function compress(): Plugin {
  return {
    name: 'piecework:compress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Runs last: before, Vite has not yet written the names of the files that a page loads later.
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!COMPRESSED.test(fileName)) continue
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (source.length < WORTH_IT_BYTES) continue
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
          const emit = (ending: string, bytes: Buffer) =>
            this.emitFile({ type: 'asset', fileName: `${fileName}.${ending}`, source: bytes })
          emit('br', brotliCompressSync(source, { params }))
          emit('gz', gzipSync(source, { level: 9 }))
        }
      },
    },
  }
}
