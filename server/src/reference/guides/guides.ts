import { readdir, readFile } from 'node:fs/promises'
import { extname, join, posix, relative } from 'node:path'
import { slugOf } from './slug.ts'

/** A documentation page in Markdown. */
export type Guide = {
  /** Last part of its URL: the file name without `.md`, or the slug of the title of a client's page. */
  name: string
  /** Path of the file from the root of the repository. */
  path: string
  title: string
  /** First paragraph: what the reader will be able to do. */
  summary: string
  markdown: string
}

/** An image, or an example file to download. */
export type GuideFile = { type: string; body: Buffer }

export type Guides = {
  index: Guide
  /** In the order of the index. */
  guides: readonly Guide[]
  /** Files by their path in the folder. */
  files: ReadonlyMap<string, GuideFile>
}

/** Folder of the guides, from the root of the repository. */
export const GUIDES = 'docs'
const INDEX = posix.join(GUIDES, 'README.md')
const CLIENT_PAGES = ['client', 'client-python'].flatMap((folder) => [
  posix.join(folder, 'README.md'),
  posix.join(folder, 'VERSIONS.md'),
])
/** Architecture decision records are for developers of the service, not for its users. */
const NOT_SERVED = /^adr\//
const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.yml': 'text/plain; charset=utf-8',
}

/** Address in the commands of the guides. It is replaced by the public URL of this deployment. */
const EXAMPLE_ADDRESS = 'http://127.0.0.1:8080'

/**
 * Loads all guides, the pages of the clients and the files of the guides, which are small, into
 * memory. Returns undefined when the guides have no index.
 */
export async function readGuides(root: string, publicUrl: string): Promise<Guides | undefined> {
  const folder = join(root, GUIDES)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !NOT_SERVED.test(path))
  const read = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(folder, path))] as const),
  )
  const pages = read
    .filter(([path]) => extname(path) === '.md')
    .map(([path, body]) => {
      const markdown = body.toString('utf8').replaceAll(EXAMPLE_ADDRESS, () => publicUrl)
      return { ...guideOf(posix.join(GUIDES, path), markdown), name: path.slice(0, -'.md'.length) }
    })
  const index = pages.find(({ path }) => path === INDEX)
  if (index === undefined) return undefined
  const all = [...pages, ...(await readClientPages(root))]
  const place = ({ path }: Guide) => index.markdown.indexOf(`](${posix.relative(GUIDES, path)})`)
  return {
    index,
    guides: all.filter((page) => place(page) >= 0).sort((a, b) => place(a) - place(b)),
    files: new Map(read.flatMap(([path, body]) => fileOf(path, body))),
  }
}

/** The address in these pages is the default of the clients, so it is not replaced. */
async function readClientPages(root: string): Promise<Guide[]> {
  const pages = CLIENT_PAGES.map(async (path) => {
    const markdown = await readFile(join(root, path), 'utf8').catch(() => undefined)
    return markdown === undefined ? [] : [guideOf(path, markdown)]
  })
  return (await Promise.all(pages)).flat()
}

function guideOf(path: string, markdown: string): Guide {
  const [heading = path, summary = ''] = markdown.split(/\n\n+/)
  const title = heading.replace(/^# +/, '')
  return {
    name: slugOf(title),
    path,
    title,
    summary: summary.replaceAll('\n', ' ').trim(),
    markdown,
  }
}

function fileOf(path: string, body: Buffer): [string, GuideFile][] {
  const type = TYPES[extname(path)]
  return type === undefined ? [] : [[path, { type, body }]]
}
