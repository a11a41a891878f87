import { expect, test } from 'vitest'
import { hashUuid } from '../platform/database/cluster/hash-uuid.ts'
import { newId } from '../platform/id.ts'
import { batchesOf } from './batches.ts'

const due = (...names: string[]) =>
  names.map((name) => {
    const [organizationId = '', customerId = '', id = ''] = name.split('/')
    return { organizationId, customerId, id }
  })

const shown = (rounds: ReturnType<typeof batchesOf<ReturnType<typeof due>[number]>>) =>
  rounds.map((round) => round.map((some) => some.map(({ customerId, id }) => customerId + id)))

test('due items are cut into batches, each sorted by customer', () => {
  const all = due('o/d/1', 'o/b/1', 'o/e/1', 'o/a/1', 'o/c/1')
  const [batches = []] = shown(batchesOf(all, 2, []))
  expect(batches.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(batches.flat().sort()).toEqual(['a1', 'b1', 'c1', 'd1', 'e1'])
  for (const batch of batches) expect(batch).toEqual(batch.toSorted())
})

test('the customers of a batch are on one shard, and large groups are cut', () => {
  const all = due(...Array.from({ length: 200 }, () => `o/${newId()}/1`))
  const starts = [-(2 ** 31), -(2 ** 30), 0, 2 ** 30]
  const [batches = []] = batchesOf(all, 25, starts)
  const shards = batches.map((batch) =>
    batch.map(({ customerId }) => starts.findLastIndex((at) => at <= hashUuid(customerId))),
  )
  for (const shardsOfOne of shards) expect(new Set(shardsOfOne).size).toBe(1)
  expect(Math.max(...shards.map(({ length }) => length))).toBe(25)
  expect(shards.flat()).toHaveLength(200)
})

test('a round has one item of each customer, in due order', () => {
  const all = due('o/b/1', 'o/a/1', 'o/b/2', 'o/c/1', 'o/b/3', 'o/c/2')
  expect(shown(batchesOf(all, 10, []))).toEqual([[['a1', 'b1', 'c1']], [['b2', 'c2']], [['b3']]])
})

test('no batch has two organizations', () => {
  const all = due('o/b/1', 'p/a/1', 'o/c/1')
  expect(shown(batchesOf(all, 10, []))).toEqual([[['b1', 'c1'], ['a1']]])
})

test('nothing due makes no batch', () => {
  expect(batchesOf([], 10, [])).toEqual([])
})
