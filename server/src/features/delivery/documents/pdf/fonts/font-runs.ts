import { draws } from './coverage.ts'
import type { FontName } from './fonts.ts'

export type FontRun = { text: string; font: FontName }

const SCRIPTS: readonly (readonly [FontName, RegExp])[] = [
  ['Arabic', /\p{scx=Arab}/u],
  ['Hebrew', /\p{sc=Hebr}/u],
  ['Thai', /[\u0e00-\u0e7f]/],
  ['Hangul', /\p{sc=Hang}/u],
]
/** Marks and joiners belong to the preceding letter, regardless of their script. */
const CONTINUES = /[\p{M}\u200c\u200d]/u
const NOT_LATIN = /[\u0180-\uffff]/
const KANA = /[\p{sc=Hira}\p{sc=Kana}]/u
const HAN = /\p{sc=Han}/u
/** Chinese and Japanese punctuation, and full-width letters. */
const EAST_ASIAN_MARK = /[\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/

/**
 * Returns true if a text contains kana. Chinese and Japanese draw shared characters differently,
 * and only kana distinguish the languages.
 */
export function hasKana(text: string): boolean {
  return KANA.test(text)
}

/** Splits text into runs of one font. */
export function fontRuns(text: string, { isJapanese = false } = {}): FontRun[] {
  if (!NOT_LATIN.test(text)) return [{ text, font: 'Inter' }]
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
  // Symbols and arrows; if no font has one, the Latin font draws a box.
  const fonts = ['Inter', 'Latin', 'Japanese'] as const
  return fonts.find((font) => draws(font, character)) ?? 'Latin'
}
