import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'

/** A page for people, as Markdown. */
export type Guide = {
  /** Its file without `.md`: what it is called in addresses. */
  name: string
  title: string
  /** Its first paragraph, which says what its reader will be able to do. */
  summary: string
  markdown: string
}

/** A picture, or an example to take away. */
export type GuideFile = { type: string; body: Buffer }

export type Guides = {
  index: Guide
  /** In the order of the index. */
  guides: readonly Guide[]
  /** By their path in the folder. */
  files: ReadonlyMap<string, GuideFile>
}

const INDEX = 'README'
/** Why the service is as it is: for those who work on it. */
const NOT_SERVED = /^adr\//
const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.json': 'application/json',
  '.yml': 'text/plain; charset=utf-8',
}

/** Where commands of the guides go: to the address of whoever reads them, where it is known. */
const EXAMPLE_ADDRESS = 'http://127.0.0.1:8080'

/** All of a folder, which is small; undefined where it is not there. */
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
