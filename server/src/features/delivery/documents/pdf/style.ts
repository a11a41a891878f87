import type { Party, Seller } from '../parties.ts'
import { hasKana } from './fonts/font-runs.ts'
import { type Inline, inlines } from './fonts/text.ts'
import { type Tag, tagOf } from './tags/tag.ts'

export const PAGE = { margin: 44, size: 9, small: 8 } as const
const PAPER = { A4: { width: 595 }, LETTER: { width: 612 } } as const
const LETTER_COUNTRIES = new Set(['US', 'CA'])

/** Returns the paper size of the seller's country. */
export function paperOf({ country }: Pick<Seller, 'country'>): keyof typeof PAPER {
  return LETTER_COUNTRIES.has(country ?? '') ? 'LETTER' : 'A4'
}

export function contentWidth(seller: Pick<Seller, 'country'>): number {
  return PAPER[paperOf(seller)].width - PAGE.margin * 2
}

/** Returns true if Chinese characters of a party should be read as Japanese. */
export function isJapanese({ country, name, address }: Party): boolean {
  return country === 'JP' || hasKana([name, ...address].join(''))
}

export const COLORS = {
  text: '#1a202c',
  muted: '#667085',
  accent: '#1d4ed8',
  rule: '#d0d5dd',
  shade: '#f5f6f8',
} as const

export type Look = {
  bold?: boolean
  muted?: boolean
  small?: boolean
  size?: number
  width?: number
  isJapanese?: boolean
  /** Role of the text for a screen reader; a paragraph by default. */
  role?: Tag['role']
  /** The cell that contains the text. */
  cell?: Tag
}

export type Styled = {
  text: (Inline & { tag: Tag })[]
  fontSize: number
  bold?: boolean
  color?: string
}

/** Splits text into tagged runs of the required fonts; `width` is the available width in points. */
export function styled(text: string, look: Look = {}): Styled {
  const fontSize = look.size ?? (look.small ? PAGE.small : PAGE.size)
  const tag = tagOf(look.role ?? 'P', look.cell)
  const runs = inlines(text, {
    width: look.width ?? PAPER.A4.width - PAGE.margin * 2,
    size: fontSize,
    isJapanese: look.isJapanese ?? false,
  })
  return {
    text: runs.map((run) => ({ ...run, tag })),
    fontSize,
    ...(look.bold ? { bold: true } : {}),
    ...(look.muted ? { color: COLORS.muted } : {}),
  }
}

/** Relative to the font size: slightly wider than a digit. */
const DIGIT_WIDTH = 0.6
const SIZE_MIN = 4

/**
 * Renders a number on one line, in a smaller size if it does not fit its column. Its digits have one width, so that a
 * column of amounts aligns.
 */
export function number(text: string, width: number, look: Look = {}) {
  const fitting = Math.max(SIZE_MIN, width / (Math.max(text.length, 1) * DIGIT_WIDTH))
  const size = Math.min(look.size ?? PAGE.size, fitting)
  const written = styled(text, { ...look, size, width })
  return { ...written, alignment: 'right' as const, fontFeatures: ['tnum' as const] }
}
