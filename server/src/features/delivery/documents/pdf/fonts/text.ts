import { drawnRuns, isRightToLeft } from './direction.ts'
import { type FontRun, fontRuns } from './font-runs.ts'

/** Characters without a glyph in any font, or that would reorder the text around them. */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]/gu
/** Relative to the font size: wide enough for most letters. */
const LETTER_WIDTH = 0.6

export type Inline = FontRun & { noWrap?: true }

/** Width and size in points. `isJapanese` comes from the author's language, not from the text. */
type Room = { width: number; size: number; isJapanese?: boolean }

/**
 * Splits text into runs of the required fonts for pdfmake. pdfmake wraps lines from left to right,
 * so right-to-left text is wrapped here, for its width in points.
 */
export function inlines(text: string, { width, size, isJapanese = false }: Room): Inline[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph, position) => {
    const clean = paragraph.replace(INVISIBLE, '')
    const drawn = isRightToLeft(clean)
      ? wrap(clean, Math.floor(width / (size * LETTER_WIDTH))).flatMap((line, at) => [
          ...(at === 0 ? [] : [NEW_LINE]),
          ...drawnRuns(line).map((run) => ({ ...run, noWrap: true as const })),
        ])
      : fontRuns(clean, { isJapanese })
    return position === 0 ? drawn : [NEW_LINE, ...drawn]
  })
}

const NEW_LINE: Inline = { text: '\n', font: 'Inter' }

/** Wraps text to a maximum number of characters; a longer word gets several lines of its own. */
function wrap(text: string, limit: number): string[] {
  const most = Math.max(limit, 4)
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) {
      lines[lines.length - 1] = `${last} ${word}`
    } else {
      for (let at = 0; at < word.length; at += most) lines.push(word.slice(at, at + most))
    }
  }
  return lines
}
