import { draws } from './coverage.ts'
import type { FontName } from './fonts.ts'

export type FontRun = { text: string; font: FontName }

const SCRIPTS: readonly (readonly [FontName, RegExp])[] = [
  ['Arabic', /\p{scx=Arab}/u],
  ['Hebrew', /\p{sc=Hebr}/u],
  ['Thai', /[\u0e00-\u0e7f]/],
  ['Hangul', /\p{sc=Hang}/u],
]
/** Marks and joiners belong to the letter before them, whatever script they are listed under. */
const CONTINUES = /[\p{M}\u200c\u200d]/u
const NOT_LATIN = /[\u0250-\uffff]/
const KANA = /[\p{sc=Hira}\p{sc=Kana}]/u
const HAN = /\p{sc=Han}/u
/** The punctuation of Chinese and Japanese, and letters as wide as theirs. */
const EAST_ASIAN_MARK = /[\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/

/** Characters that Chinese and Japanese share are drawn differently; only kana tell them apart. */
export function hasKana(text: string): boolean {
  return KANA.test(text)
}

/** Cuts text where another font begins. */
export function fontRuns(text: string, { isJapanese = false } = {}): FontRun[] {
  if (!NOT_LATIN.test(text)) return [{ text, font: 'Latin' }]
  const eastAsian = isJapanese || hasKana(text) || !HAN.test(text) ? 'Japanese' : 'Han'
  const runs: FontRun[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const isMark = CONTINUES.test(character)
    const font = isMark && last ? last.font : fontOf(character, eastAsian)
    if (last?.font === font) last.text += character
    else runs.push({ text: character, font })
  }
  return runs
}

function fontOf(character: string, eastAsian: 'Japanese' | 'Han'): FontName {
  const [script] = SCRIPTS.find(([, pattern]) => pattern.test(character)) ?? []
  if (script) return script
  if (KANA.test(character)) return 'Japanese'
  if (HAN.test(character) || EAST_ASIAN_MARK.test(character)) {
    return eastAsian === 'Japanese' && draws('Japanese', character) ? 'Japanese' : 'Han'
  }
  // Signs and arrows; what neither has is the box of the Latin font.
  return !draws('Latin', character) && draws('Japanese', character) ? 'Japanese' : 'Latin'
}
