import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Together these fonts cover the supported scripts, which the README of the documents lists. */
export type FontName =
  | 'Inter'
  | 'Latin'
  | 'Arabic'
  | 'Hebrew'
  | 'Thai'
  | 'Japanese'
  | 'Han'
  | 'Hangul'

type Face = { normal: string; bold: string; italics: string; bolditalics: string }

const require = createRequire(import.meta.url)

/**
 * Resolves font files of a package relative to its main module, the only path that every package
 * exports.
 */
function face(main: string, regular: string, bold = regular): Face {
  const folder = dirname(main)
  const [normal, heavy] = [join(folder, regular), join(folder, bold)]
  return { normal, bold: heavy, italics: normal, bolditalics: heavy }
}

export const FONTS: Record<FontName, Face> = {
  // The typeface of the dashboard. Includes Cyrillic, Greek and Vietnamese.
  Inter: face(
    require.resolve('@expo-google-fonts/inter'),
    '400Regular/Inter_400Regular.ttf',
    '700Bold/Inter_700Bold.ttf',
  ),
  // Includes Devanagari and other letters that Inter lacks; draws a box for missing characters.
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
  // Includes arrows, stars, circled numbers and other symbols that the other fonts lack.
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
