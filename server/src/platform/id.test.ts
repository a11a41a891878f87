import { expect, test } from 'vitest'
import { newId, newIdAfter, newIdAt } from './id.ts'

test('ids sort in the order in which they were made, also within a millisecond', () => {
  const ids = Array.from({ length: 3_000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  const format = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(ids.every((id) => format.test(id))).toBe(true)
})

test('ids of a time sort by it, whenever they were made', () => {
  const [earlier, later] = ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.001Z'].map((time) =>
    newIdAt(new Date(time)),
  )
  expect([later, earlier, newId()].toSorted()).toEqual([earlier, later, expect.any(String)])
  expect(earlier).toMatch(/^019ca6b1-dc00-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('an id after another one sorts after it, also if that one is of a later time', () => {
  const ahead = newIdAt(new Date(Date.now() + 3_600_000))
  const ids = [newId(), ahead]
  for (let more = 0; more < 3; more += 1) ids.push(newIdAfter(ids.at(-1)))
  expect(ids.toSorted()).toEqual(ids)
  expect(newIdAfter(undefined) < ahead).toBe(true)
})
