import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Between them they cover what is written in; see README.md for the scripts. */
export type FontName = 'Latin' | 'Arabic' | 'Hebrew' | 'Thai' | 'Han' | 'Hangul'

type Face = { normal: string; bold: string; italics: string; bolditalics: string }

const require = createRequire(import.meta.url)

/** Files of a package, from its main module on, which is what every package lets us resolve. */
function face(main: string, regular: string, bold = regular): Face {
  const folder = dirname(main)
  const [normal, heavy] = [join(folder, regular), join(folder, bold)]
  return { normal, bold: heavy, italics: normal, bolditalics: heavy }
}

export const FONTS: Record<FontName, Face> = {
  // Also Cyrillic, Greek, Vietnamese and Devanagari; its sign for what it lacks is a box.
  Latin: face(
    require.resolve('@embedpdf/fonts-latin'),
    '../fonts/NotoSans-Regular.ttf',
    '../fonts/NotoSans-Bold.ttf',
  ),
  Arabic: face(
    require.resolve('@embedpdf/fonts-arabic'),
    '../fonts/NotoNaskhArabic-Regular.ttf',
    '../fonts/NotoNaskhArabic-Bold.ttf',
  ),
  Hebrew: face(
    require.resolve('@embedpdf/fonts-hebrew'),
    '../fonts/NotoSansHebrew-Regular.ttf',
    '../fonts/NotoSansHebrew-Bold.ttf',
  ),
  Thai: face(
    require.resolve('@expo-google-fonts/noto-sans-thai'),
    '400Regular/NotoSansThai_400Regular.ttf',
    '700Bold/NotoSansThai_700Bold.ttf',
  ),
  Han: face(require.resolve('@librescore/fonts'), 'SourceHanSansCN.min.woff2'),
  Hangul: face(require.resolve('@librescore/fonts'), 'SourceHanSansKR.min.woff2'),
}

export const FONT_FILES: ReadonlySet<string> = new Set(
  Object.values(FONTS).flatMap(({ normal, bold }) => [normal, bold]),
)

const SCRIPTS: readonly (readonly [FontName, RegExp])[] = [
  ['Arabic', /\p{scx=Arab}/u],
  ['Hebrew', /\p{sc=Hebr}/u],
  ['Thai', /[\u0e00-\u0e7f]/],
  ['Hangul', /\p{sc=Hang}/u],
  ['Han', /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\u30fc\uff00-\uffef]/u],
]
/** Marks and joiners belong to the letter before them, whatever script they are listed under. */
const CONTINUES = /[\p{M}\u200c\u200d]/u
const NOT_LATIN = /[\u0250-\uffff]/

export type FontRun = { text: string; font: FontName }

/** Cuts text where another font begins. */
export function fontRuns(text: string): FontRun[] {
  if (!NOT_LATIN.test(text)) return [{ text, font: 'Latin' }]
  const runs: FontRun[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const isMark = CONTINUES.test(character)
    const font = isMark && last ? last.font : fontOf(character)
    if (last?.font === font) last.text += character
    else runs.push({ text: character, font })
  }
  return runs
}

function fontOf(character: string): FontName {
  return SCRIPTS.find(([, script]) => script.test(character))?.[0] ?? 'Latin'
}
