import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../../..')

/** A fenced block: the word after its fence says what it is, the rest what is done with it. */
export type Block = {
  page: string
  /** Of the opening fence, as an editor counts. */
  line: number
  kind: string
  note: string
  text: string
}

export type Page = { path: string; text: string; blocks: readonly Block[] }

/** What is written for people who use the service, by path from the root of the repository. */
export function readPages(): Page[] {
  const patterns = ['README.md', 'client/*.md', 'examples/README.md', 'docs/**/*.md']
  const paths = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort())
  return paths.map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return { path, text, blocks: blocksOf(path, text) }
  })
}

/** Also one inside of a list. */
const FENCE = /^ *```(.*)\n([\s\S]*?)^ *```$/gm

export function blocksOf(page: string, text: string): Block[] {
  return [...text.matchAll(FENCE)].map(({ 1: info = '', 2: inside = '', index }) => {
    const [, kind = '', note = ''] = /^(\S*) *(.*)$/.exec(info) ?? []
    return { page, line: text.slice(0, index).split('\n').length, kind, note, text: inside }
  })
}

/** The text of a page without its fenced blocks. */
export const proseOf = (text: string): string => text.replace(FENCE, '')

/** Where a block stands, for messages. */
export const placeOf = ({ page, line }: Pick<Block, 'page' | 'line'>) => `${page}:${line}`
