import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createOrganizationTurns } from './organization-turns.ts'

/** Creates work that ends on demand. */
function given() {
  const inTurn = createOrganizationTurns({ atOnce: 2 })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (organizationId: string, name: string) =>
    inTurn(organizationId, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const finish = (name: string) => ends.get(name)?.()
  return { ask, finish, begun }
}

test('mappings of one organization wait for each other, but not for those of another', async () => {
  const { ask, finish, begun } = given()
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('b', 'b1'), ask('c', 'c1')]
  await setImmediate()
  expect(begun).toEqual(['a1', 'b1'])
  finish('b1')
  await setImmediate()
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  finish('a1')
  await setImmediate()
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  finish('a2')
  finish('c1')
  await Promise.all(all)
})
