import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'

/** A documentation page in Markdown. */
export type Guide = {
  /** File name without `.md`; the last part of its URL. */
  name: string
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

const INDEX = 'README'
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
 * Loads all guides and files of a folder, which is small, into memory. Returns undefined when the
 * folder has no index.
 */
export async function readGuides(folder: string, publicUrl: string): Promise<Guides | undefined> {
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
    .map((one) => guideOf(one, publicUrl))
  const index = pages.find(({ name }) => name === INDEX)
  if (index === undefined) return undefined
  const place = ({ name }: Guide) => index.markdown.indexOf(`](${name}.md)`)
  return {
    index,
    guides: pages.filter((page) => place(page) >= 0).sort((a, b) => place(a) - place(b)),
    files: new Map(read.flatMap(([path, body]) => fileOf(path, body))),
  }
}

function guideOf([path, body]: readonly [string, Buffer], publicUrl: string): Guide {
  const markdown = body.toString('utf8').replaceAll(EXAMPLE_ADDRESS, () => publicUrl)
  const [heading = path, summary = ''] = markdown.split(/\n\n+/)
  return {
    name: path.slice(0, -'.md'.length),
    title: heading.replace(/^# +/, ''),
    summary: summary.replaceAll('\n', ' ').trim(),
    markdown,
  }
}

function fileOf(path: string, body: Buffer): [string, GuideFile][] {
  const type = TYPES[extname(path)]
  return type === undefined ? [] : [[path, { type, body }]]
}
