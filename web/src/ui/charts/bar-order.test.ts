import { expect, test } from 'vitest'
import { inOrder } from './bar-order.ts'

type Row = { key: string; sorts?: (number | null)[] }

const row = (key: string, ...sorts: (number | null)[]): Row => ({ key, sorts })
const ROWS: Row[] = [row('a', 5, 1), { key: 'others' }, row('b', null, 3), row('c', -2, 2)]

test.each([
  [0, false, ['a', 'c', 'b', 'others']],
  [0, true, ['c', 'a', 'b', 'others']],
  [1, false, ['b', 'c', 'a', 'others']],
])('by column %s, ascending: %s, unknown figures and all others are last', (column, isUp, keys) => {
  expect(inOrder(ROWS, { column, isUp }).map(({ key }) => key)).toEqual(keys)
})
