import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BYTES_MAX, boundedText } from './bounded-text.ts'

const url = '/v1/invoices/1'
const bound = (object: Record<string, unknown>) => JSON.parse(boundedText(object, { url }))
const items = (length: number, of: unknown = 'item') => Array.from({ length }, () => of)

test('lists end after a hundred items, and say where the rest is', () => {
  expect(bound({ items: items(150), others: [1] })).toEqual({
    items: items(100),
    others: [1],
    omitted: [{ field: 'items', total: 150, url }],
  })
})

test('lists in the items of lists end too, and are named once', () => {
  const lineItems = [{ tiers: items(120) }, { tiers: items(2) }, { tiers: items(1_000) }]
  expect(bound({ lineItems, amount: 5 })).toEqual({
    lineItems: [{ tiers: items(100) }, { tiers: items(2) }, { tiers: items(100) }],
    amount: 5,
    omitted: [{ field: 'lineItems[].tiers', total: 1_000, url }],
  })
})

test('an object that is still too large loses its largest fields', () => {
  const corrections = items(100, {
    costBefore: '1',
    servicesBefore: items(100, { model: 'm'.repeat(90) }),
  })
  const metadata = { note: 'x'.repeat(500_000) }
  const signal = { id: 'signal' }
  expect(bound({ id: 'id', metadata, usageCostData: { a: 1 }, signal, corrections })).toEqual({
    id: 'id',
    metadata: {},
    usageCostData: { a: 1 },
    signal,
    corrections: items(100, { costBefore: '1', servicesBefore: [] }),
    omitted: [
      { field: 'corrections[].servicesBefore', total: 100, url },
      { field: 'metadata', total: null, url },
    ],
  })
})

test('a list that is emptied keeps its length, and is named in place of what was in it', () => {
  const lineItems = items(150, { note: 'n'.repeat(900), many: 'm'.repeat(999), tiers: items(101) })
  const wide = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'w'.repeat(999)]))
  const { lineItems: left, omitted } = bound({
    lineItems: lineItems.map((line) => ({ ...(line as object), ...wide })),
  })
  expect(left).toEqual([])
  expect(omitted).toEqual([{ field: 'lineItems', total: 150, url }])
})

test('a number with many digits stays exact', () => {
  const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }
  const numbers = items(2, rawJSON('12345678901234567890'))
  expect(boundedText({ numbers }, { url })).toBe(
    '{"numbers":[12345678901234567890,12345678901234567890]}',
  )
})

const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string({ maxLength: 40 }))
const wide = fc.record({
  id: fc.uuid(),
  version: fc.nat(),
  status: fc.constantFrom('issued', 'paid'),
  amountDue: fc.nat(),
  currency: fc.constant('USD'),
})
const text = fc.nat({ max: 100_000 }).map((length) => 'é'.repeat(length))
const list = fc
  .tuple(fc.nat({ max: 300 }), fc.oneof(scalar, fc.dictionary(fc.constantFrom('a', 'b'), scalar)))
  .map(([length, item]) => items(length, item))
const item = fc.record({ amount: fc.nat(), note: text, tiers: list, free: fc.object() })
const lists = fc
  .tuple(fc.nat({ max: 130 }), item)
  .map(([length, one]) => items(length, one) as unknown[])
const loose = fc.dictionary(
  fc.constantFrom('lineItems', 'metadata', 'memo', 'taxes', 'corrections', 'name'),
  fc.oneof(scalar, text, list, lists, fc.object()),
)

test('every object fits, keeps its ids and amounts, and names what it lacks', () => {
  fc.assert(
    fc.property(wide, loose, (fixed, others) => {
      const object = JSON.parse(JSON.stringify({ ...others, ...fixed }))
      const written = boundedText(object, { url })
      expect(Buffer.byteLength(written)).toBeLessThanOrEqual(BYTES_MAX)
      const { omitted = [], ...left } = JSON.parse(written)
      expect(left).toMatchObject(fixed)
      expect(Object.keys(left)).toEqual(Object.keys(object))
      const named = omitted.map(({ field }: { field: string }) => field.split('[]')[0])
      const changed = Object.keys(object).filter(
        (name) => JSON.stringify(left[name]) !== JSON.stringify(object[name]),
      )
      expect(changed.toSorted()).toEqual([...new Set(named)].toSorted())
    }),
    { numRuns: 40 },
  )
})
