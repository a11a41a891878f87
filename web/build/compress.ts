import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSED = /[.](js|css|svg)$/
/** Below this the headers weigh more than what is saved. */
const WORTH_IT_BYTES = 1_024

/**
 * Writes each asset also as brotli, and as gzip for browsers that take brotli only over HTTPS. Done
 * once here, so that no answer waits for it.
 */
export function compress(): Plugin {
  return {
    name: 'piecework:compress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Last of all: before, Vite has not yet written the names of what a page loads later.
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
