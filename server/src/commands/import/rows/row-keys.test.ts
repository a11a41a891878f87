import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRepeatFinder } from './repeats.ts'
import { createDigest, createKeyMaker } from './row-keys.ts'

const header = ['time', 'tokens']

/** Returns the keys of a file's rows, as an import makes them. */
function keysOf(rows: readonly string[][], { columns = header, source = '' } = {}): string[] {
  const digestOf = createDigest(columns, source)
  const finder = createRepeatFinder(rows.length)
  for (const row of rows) finder.add(digestOf(row))
  const keyOf = createKeyMaker((digest) => finder.repeated.has(digest))
  return rows.map((row) => keyOf(digestOf(row)))
}

const rowsOf = fc.array(fc.array(fc.constantFrom('1', '2', '3'), { minLength: 2, maxLength: 2 }), {
  minLength: 1,
  maxLength: 60,
})

describe('keys of rows', () => {
  test('are all different, also those of equal rows', () => {
    fc.assert(fc.property(rowsOf, (rows) => new Set(keysOf(rows)).size === rows.length))
  })

  test('of old rows stay when rows are added', () => {
    fc.assert(
      fc.property(rowsOf, rowsOf, (rows, added) => {
        expect(keysOf([...rows, ...added]).slice(0, rows.length)).toEqual(keysOf(rows))
      }),
    )
  })

  test('are the same set in another order of rows', () => {
    fc.assert(
      fc.property(rowsOf, (rows) => {
        expect(keysOf(rows.toReversed()).toSorted()).toEqual(keysOf(rows).toSorted())
      }),
    )
  })

  test('distinguish the boundaries of cells', () => {
    const [first, second] = keysOf([
      ['1', '23'],
      ['12', '3'],
    ])
    expect(first).not.toBe(second)
  })

  test('differ for another header or source', () => {
    const rows = [['1', '2']]
    expect(keysOf(rows, { columns: ['time', 'cost'] })).not.toEqual(keysOf(rows))
    expect(keysOf(rows, { source: 'march' })).not.toEqual(keysOf(rows))
  })

  test('stay when a failed row is repaired in the file of failures', () => {
    const columns = ['piecework_row', 'piecework_reason', ...header]
    expect(keysOf([['7', 'tokens is empty', '1', '2']], { columns })).toEqual(keysOf([['1', '2']]))
  })
})

test('no repeated digest is missed when the filter is far too small', () => {
  const digestOf = createDigest(header, '')
  const finder = createRepeatFinder(1)
  const digests = Array.from({ length: 20_000 }, (_, index) => digestOf([String(index), '']))
  for (const digest of digests) finder.add(digest)
  for (const digest of digests) finder.add(digest)
  expect(finder.repeated.size).toBe(digests.length)
})
