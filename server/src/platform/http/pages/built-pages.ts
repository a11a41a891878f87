import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { scriptHashesOf } from '../script-hashes.ts'

/** An HTML file, with `__NONCE__` as the placeholder for the nonce of a response. */
export type Page = {
  html: string
  /** Hashes of its inline scripts, in the syntax of a content security policy. */
  scriptHashes: readonly string[]
}

export type Asset = {
  type: string
  body: Buffer
  /** The body compressed at build time. */
  brotli: Buffer | undefined
  gzip: Buffer | undefined
}

/** The built browser pages. */
export type BuiltPages = {
  pages: ReadonlyMap<string, Page>
  /** By file name below `/assets`. */
  assets: ReadonlyMap<string, Asset>
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

/**
 * Loads all pages and assets, two or three megabytes, into memory, so that a build next to a
 * running service does not affect it. Returns undefined when there is no build.
 */
export async function readBuiltPages(folder: string): Promise<BuiltPages | undefined> {
  const names = await readdir(folder).catch(() => [])
  const htmlNames = names.filter((name) => name.endsWith('.html'))
  if (htmlNames.length === 0) return undefined
  const pages = htmlNames.map(async (name) => {
    const html = await readFile(join(folder, name), 'utf8')
    return [name, { html, scriptHashes: scriptHashesOf(html) }] as const
  })
  return {
    pages: new Map(await Promise.all(pages)),
    assets: await readAssets(join(folder, 'assets')),
  }
}

async function readAssets(folder: string): Promise<Map<string, Asset>> {
  const names = await readdir(folder)
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name))] as const),
  )
  const bodies = new Map(files)
  return new Map(
    files.flatMap(([name, body]) => {
      const type = TYPES[extname(name)]
      if (type === undefined) return []
      const [brotli, gzip] = [bodies.get(`${name}.br`), bodies.get(`${name}.gz`)]
      return [[name, { type, body, brotli, gzip }]]
    }),
  )
}
