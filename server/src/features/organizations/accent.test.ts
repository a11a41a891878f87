import { expect, test } from 'vitest'
import { accentOf, contrast } from './accent.ts'

const LEVELS = ['00', '33', '66', '99', 'cc', 'ff']
const COLORS = LEVELS.flatMap((red) =>
  LEVELS.flatMap((green) => LEVELS.map((blue) => `#${red}${green}${blue}`)),
)

test('contrast is computed as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('whatever colour a company chooses, text on it and in it can be read', () => {
  for (const color of COLORS) {
    const { onColor, textOnLight, textOnDark } = accentOf(color)
    expect(contrast(onColor, color), color).toBeGreaterThanOrEqual(4.5)
    for (const paper of ['#ffffff', '#f3f5f8', '#fafbfd']) {
      expect(contrast(textOnLight, paper), color).toBeGreaterThanOrEqual(4.5)
    }
    for (const paper of ['#10161e', '#18202a', '#1d2530']) {
      expect(contrast(textOnDark, paper), color).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('a readable colour is not changed, and without a colour the default applies', () => {
  expect(accentOf('#0a5c36')).toMatchObject({
    color: '#0a5c36',
    onColor: '#ffffff',
    textOnLight: '#0a5c36',
  })
  expect(accentOf(null).color).toBe('#1f5eff')
})
