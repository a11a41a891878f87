import { expect, test } from 'vitest'
import { accentVariables, contrast, parse } from './accent.ts'

const COLORS = [
  '#ffffff',
  '#000000',
  '#ffe600',
  '#1f5eff',
  '#808080',
  '#767676',
  '#e4002b',
  '#00ff00',
]
const BODIES = { light: '#ffffff', dark: '#111216' }

/** Returns both colours of `light-dark(…, …)`. */
function pair(variables: Record<string, string>, name: string) {
  const [, light = '', dark = ''] = /light-dark\((\S+), (\S+)\)/.exec(variables[name] ?? '') ?? []
  return { light, dark }
}

const contrastOf = (one: string, other: string) =>
  contrast(parse(one) ?? [0, 0, 0], parse(other) ?? [0, 0, 0])

test.each(COLORS)('with %s all text is readable, in the light and in the dark scheme', (color) => {
  const variables = accentVariables(color)
  const filled = pair(variables, '--mantine-primary-color-filled')
  const hover = pair(variables, '--mantine-primary-color-filled-hover')
  const text = pair(variables, '--mantine-primary-color-contrast')
  const line = pair(variables, '--piecework-accent-line')
  const link = pair(variables, '--mantine-color-anchor')
  for (const scheme of ['light', 'dark'] as const) {
    expect(contrastOf(text[scheme], filled[scheme])).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(text[scheme], hover[scheme])).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(filled[scheme], BODIES[scheme])).toBeGreaterThanOrEqual(1.2)
    expect(contrastOf(line[scheme], BODIES[scheme])).toBeGreaterThanOrEqual(3)
    expect(contrastOf(link[scheme], BODIES[scheme])).toBeGreaterThanOrEqual(4.5)
  }
})

test('a readable colour is not changed', () => {
  const { light } = pair(accentVariables('#1f5eff'), '--mantine-primary-color-filled')
  expect(light).toBe('#1f5eff')
})

test.each([null, '', 'red', '#12', '#12345g', 'url(x)', '#1f5eff; color: red'])(
  'for the colour %j the theme applies',
  (color) => {
    expect(accentVariables(color)).toEqual({})
  },
)
