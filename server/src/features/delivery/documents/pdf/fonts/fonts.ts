import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Between them they cover what is written in; the README of the documents names the scripts. */
export type FontName = 'Latin' | 'Arabic' | 'Hebrew' | 'Thai' | 'Japanese' | 'Han' | 'Hangul'

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
  // Also arrows, stars, circled numbers and the like, which the others lack.
  Japanese: face(
    require.resolve('@embedpdf/fonts-jp'),
    '../fonts/NotoSansJP-Regular.otf',
    '../fonts/NotoSansJP-Bold.otf',
  ),
  Han: face(require.resolve('@librescore/fonts'), 'SourceHanSansCN.min.woff2'),
  Hangul: face(require.resolve('@librescore/fonts'), 'SourceHanSansKR.min.woff2'),
}

export const FONT_FILES: ReadonlySet<string> = new Set(
  Object.values(FONTS).flatMap(({ normal, bold }) => [normal, bold]),
)
