import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BUCKET_MS,
  contains,
  cutAtBuckets,
  intersect,
  merge,
  type Range,
  subtract,
} from './range.ts'

const range = (start: number, end: number): Range<number> => ({ start, end })

const instants = ({ start, end }: Range<number>): Range => ({
  start: Temporal.Instant.fromEpochMilliseconds(start),
  end: Temporal.Instant.fromEpochMilliseconds(end),
})

test('the start belongs to a range, the end does not', () => {
  expect([0, 1, 9, 10].map((time) => contains(range(1, 10), time))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test.each([
  [range(0, 5), range(3, 8), range(3, 5)],
  [range(0, 9), range(3, 8), range(3, 8)],
  [range(0, 3), range(3, 8), undefined],
  [range(0, 3), range(4, 8), undefined],
  // A subscription that was cancelled before it began has an empty range.
  [range(0, 9), range(5, 2), undefined],
])('%j and %j have %j in common, in milliseconds and in instants', (a, b, expected) => {
  expect(intersect(a, b)).toEqual(expected)
  expect(intersect(b, a)).toEqual(expected)
  expect(intersect(instants(a), instants(b))).toEqual(expected && instants(expected))
})

test.each([
  [[], [range(0, 9)]],
  [[range(3, 5)], [range(0, 3), range(5, 9)]],
  [[range(-2, 3), range(8, 20)], [range(3, 8)]],
  [
    [range(5, 7), range(1, 6)],
    [range(0, 1), range(7, 9)],
  ],
  [[range(0, 9)], []],
  [[range(9, 12), range(-3, 0)], [range(0, 9)]],
  // An empty hole removes nothing.
  [[range(4, 4), range(6, 2)], [range(0, 9)]],
])('0 to 9 without %j is %j', (holes, expected) => {
  expect(subtract(range(0, 9), holes)).toEqual(expected)
  expect(subtract(instants(range(0, 9)), holes.map(instants))).toEqual(expected.map(instants))
})

test.each([
  [[], []],
  [[range(0, 3), range(3, 5)], [range(0, 5)]],
  [[range(0, 9), range(2, 5), range(8, 12)], [range(0, 12)]],
  [
    [range(0, 3), range(4, 5)],
    [range(0, 3), range(4, 5)],
  ],
])('%j merge into %j', (ranges, expected) => {
  expect(merge(ranges)).toEqual(expected)
  expect(merge(ranges.map(instants))).toEqual(expected.map(instants))
})

test('the subtracted and remaining parts never share an instant and lose none', () => {
  const ranges = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))
  fc.assert(
    fc.property(ranges, fc.array(ranges), ([from, to], holePairs) => {
      const holes = holePairs.map(([start, end]) => range(start, end))
      const left = subtract(range(from, to), holes)
      for (let time = 0; time <= 40; time += 1) {
        const isTaken = holes.some((hole) => contains(hole, time))
        const isLeft = left.filter((piece) => contains(piece, time)).length
        expect(isLeft).toBe(contains(range(from, to), time) && !isTaken ? 1 : 0)
      }
    }),
  )
})

test('cut at quarters of an hour, the parts tile the range and the middle is whole', () => {
  const time = fc.integer({ min: -5 * BUCKET_MS, max: 5 * BUCKET_MS })
  fc.assert(
    fc.property(time, fc.nat({ max: 5 * BUCKET_MS }), (start, length) => {
      const { head, buckets, tail } = cutAtBuckets(range(start, start + length))
      expect([head.start, buckets.start, tail.start]).toEqual([start, head.end, buckets.end])
      expect(tail.end).toBe(start + length)
      expect(head.end - head.start).toBeLessThan(BUCKET_MS)
      if (buckets.start < buckets.end) {
        expect(buckets.start % BUCKET_MS === 0 && buckets.end % BUCKET_MS === 0).toBe(true)
        expect(tail.end - tail.start).toBeLessThan(BUCKET_MS)
      }
    }),
  )
})
