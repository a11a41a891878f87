import { LANGUAGES as GUIDE_LANGUAGES } from '../../../src/reference/guides/languages.ts'
import type { Block } from './pages.ts'

export const LANGUAGES = GUIDE_LANGUAGES.map(([language]) => language)
export type Language = (typeof LANGUAGES)[number]

/** The blocks of a page that are examples: three blocks in a row, one for each language. */
export function exampleBlocks(blocks: readonly Block[]): ReadonlySet<Block> {
  return new Set(
    blocks.flatMap((_, index) => {
      const three = blocks.slice(index, index + LANGUAGES.length)
      return isExample(three) ? three : []
    }),
  )
}

/** Returns the program that the examples of a page form in one language. */
export function programOf(blocks: readonly Block[], language: Language): Block[] {
  const examples = exampleBlocks(blocks)
  return blocks.filter((block) => examples.has(block) && block.kind === language)
}

function isExample(three: readonly Block[]): boolean {
  return LANGUAGES.every((language, at) => {
    const block = three[at]
    return block?.kind === language && block.note === '' && (at === 0 || block.isBelowBlock)
  })
}
