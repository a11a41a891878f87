import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../../..')

/** A fenced block: the first word after the fence is its kind, the rest is a note for this test. */
export type Block = {
  page: string
  /** Line of the opening fence, counted from 1. */
  line: number
  kind: string
  note: string
  text: string
  /** True if only blank lines separate it from the block above. */
  isBelowBlock: boolean
}

export type Page = { path: string; text: string; blocks: readonly Block[] }

/** Returns the user documentation by path from the repository root. */
export function readPages(): Page[] {
  const patterns = [
    'README.md',
    'client/*.md',
    'client-python/*.md',
    'examples/README.md',
    'docs/**/*.md',
  ]
  const paths = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort())
  return paths.map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return { path, text, blocks: blocksOf(path, text) }
  })
}

/** Also matches a block inside a list. */
const FENCE = /^ *```(.*)\n([\s\S]*?)^ *```$/gm

export function blocksOf(page: string, text: string): Block[] {
  let end: number | undefined
  return [...text.matchAll(FENCE)].map(({ 0: whole, 1: info = '', 2: inside = '', index }) => {
    const [, kind = '', note = ''] = /^(\S*) *(.*)$/.exec(info) ?? []
    const isBelowBlock = end !== undefined && text.slice(end, index).trim() === ''
    end = index + whole.length
    const line = text.slice(0, index).split('\n').length
    return { page, line, kind, note, text: inside, isBelowBlock }
  })
}

/** Returns the text of a page without its fenced blocks. */
export const proseOf = (text: string): string => text.replace(FENCE, '')

/** Returns a block's location for messages. */
export const placeOf = ({ page, line }: Pick<Block, 'page' | 'line'>) => `${page}:${line}`
