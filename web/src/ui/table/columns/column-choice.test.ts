import { expect, test } from 'vitest'
import type { Column } from '../column.ts'
import { shownColumns, toggled } from './column-choice.ts'

const cell = () => null
const COLUMNS: Column<string>[] = [
  { header: 'Name', isKey: true, cell },
  { header: 'Email', cell },
  { header: 'Actions', isHeaderHidden: true, cell },
]
const shown = (...hidden: string[]) =>
  shownColumns(COLUMNS, new Set(hidden)).map(({ header }) => header)

test('hides chosen columns, but neither key columns nor buttons', () => {
  expect(shown()).toEqual(['Name', 'Email', 'Actions'])
  expect(shown('Name', 'Email', 'Actions', 'Removed')).toEqual(['Name', 'Actions'])
})

test('toggles a column', () => {
  const hidden = toggled(new Set(['Email']), 'Created')
  expect([...hidden]).toEqual(['Email', 'Created'])
  expect([...toggled(hidden, 'Email')]).toEqual(['Created'])
})
