import type { Party, Seller } from '../parties.ts'
import { hasKana } from './fonts/font-runs.ts'
import { type Inline, inlines } from './fonts/text.ts'

export const PAGE = { margin: 44, size: 9, small: 8 } as const
const PAPER = { A4: { width: 595 }, LETTER: { width: 612 } } as const
const LETTER_COUNTRIES = new Set(['US', 'CA'])

/** Paper as the seller's country has it. */
export function paperOf({ country }: Pick<Seller, 'country'>): keyof typeof PAPER {
  return LETTER_COUNTRIES.has(country ?? '') ? 'LETTER' : 'A4'
}

export function contentWidth(seller: Pick<Seller, 'country'>): number {
  return PAPER[paperOf(seller)].width - PAGE.margin * 2
}

/** Whether what somebody writes in Chinese characters is meant to be read as Japanese. */
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
}

export type Styled = { text: Inline[]; fontSize: number; bold?: boolean; color?: string }

/** A piece of text in the fonts that it needs; `width` is the room that it has, in points. */
export function styled(text: string, look: Look = {}): Styled {
  const fontSize = look.size ?? (look.small ? PAGE.small : PAGE.size)
  return {
    text: inlines(text, {
      width: look.width ?? PAPER.A4.width - PAGE.margin * 2,
      size: fontSize,
      isJapanese: look.isJapanese ?? false,
    }),
    fontSize,
    ...(look.bold ? { bold: true } : {}),
    ...(look.muted ? { color: COLORS.muted } : {}),
  }
}

/** Of the size of the type: the width of a digit, and a little more. */
const DIGIT_WIDTH = 0.6
const SIZE_MIN = 4

/** A number on one line: in smaller type where it is longer than its column is wide. */
export function number(text: string, width: number, look: Look = {}) {
  const fitting = Math.max(SIZE_MIN, width / (Math.max(text.length, 1) * DIGIT_WIDTH))
  const size = Math.min(look.size ?? PAGE.size, fitting)
  return { ...styled(text, { ...look, size, width }), alignment: 'right' as const }
}
