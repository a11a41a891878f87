import { expect, test } from 'vitest'
import { COLOR_OF, colorsOf } from './series-colors.ts'

test('a name has the same colour in every chart', () => {
  expect(colorsOf(['gpt-4o']).get('gpt-4o')).toBe(colorsOf(['other', 'gpt-4o']).get('gpt-4o'))
})

test('names of a chart share no colour while one is free, and none uses a reserved one', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const colors = [...colorsOf(names).values()]
  expect(new Set(colors).size).toBe(names.length)
  for (const reserved of Object.values(COLOR_OF)) expect(colors).not.toContain(reserved)
  expect(new Set(colorsOf([...names, 'g', 'h']).values()).size).toBe(8)
  expect(colorsOf([...names, 'g', 'h', 'i']).get('i')).toBeDefined()
})
