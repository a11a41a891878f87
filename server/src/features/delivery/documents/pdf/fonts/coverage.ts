import { openSync } from 'fontkit'
import { FONTS, type FontName } from './fonts.ts'

type Covering = (codePoint: number) => boolean
const opened = new Map<FontName, Covering>()

/** Returns true if a font has a glyph for a character. Opens a font on first use. */
export function draws(name: FontName, character: string): boolean {
  const covers = opened.get(name) ?? open(name)
  return covers(character.codePointAt(0) ?? 0)
}

function open(name: FontName): Covering {
  const font = openSync(FONTS[name].normal)
  const covers: Covering = (codePoint) =>
    'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(codePoint)
  opened.set(name, covers)
  return covers
}
