import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, createTestOrganization, type TestApp } from '../../../test/support/app.ts'
import { createClock } from '../subscriptions/test-support.ts'
import { type AdvanceDeps, getTestClock, moveTestClock } from './service.ts'

const REAL = '2026-03-15T12:00:00.000Z'
const real = createClock(REAL)
let t: TestApp

beforeAll(async () => {
  t = await createTestApp({ now: real.now })
})
afterAll(() => t.close())

type Step = (at: string) => Promise<unknown> | unknown

/** An organization for which something is due at given times, and what was done when. */
async function organizationWith(due: readonly string[], onStep: Step = () => undefined) {
  const { id } = await createTestOrganization(t.dependencies)
  const done: { at: string; clock: string }[] = []
  const advance: AdvanceDeps = {
    runBilling: async (scope) => {
      expect(scope).toMatchObject({ only: id })
      const at = scope.now.toISOString()
      await onStep(at)
      done.push({ at, clock: t.dependencies.clock.now(id).toISOString() })
    },
    findNextDue: async (_, after) =>
      due.map((text) => new Date(text)).find((one) => one > after) ?? null,
  }
  const deps = { ...t.dependencies, advance }
  return {
    id,
    done,
    move: (now: string) => moveTestClock(deps, { organizationId: id, body: { now } }),
    read: async () => (await getTestClock(deps, id)).now,
  }
}

const JUNE = '2026-06-01T00:00:00.000Z'
const JULY = '2026-07-01T00:00:00.000Z'
const AUGUST = '2026-08-01T00:00:00.000Z'
const timesOf = (done: readonly { at: string }[]) => done.map(({ at }) => at)

test('everything due on the way happens at its own time, in order', async () => {
  const { move, done } = await organizationWith([JUNE, JULY, AUGUST, '2027-01-01T00:00:00.001Z'])
  await move('2027-01-01T00:00:00.000Z')
  const steps = [REAL, JUNE, JULY, AUGUST, '2027-01-01T00:00:00.000Z']
  expect(done).toEqual(steps.map((at) => ({ at, clock: at })))
})

test('what is due at the target happens', async () => {
  const { move, done } = await organizationWith([JUNE])
  await move(JUNE)
  expect(timesOf(done)).toEqual([REAL, JUNE, JUNE])
})

test('the clock never goes back for what fell due while a step was worked on', async () => {
  const near = '2026-06-01T00:00:05.000Z'
  const { move, done, read } = await organizationWith([JUNE, near], (at) => {
    if (at === JUNE) real.set('2026-03-15T12:00:09.000Z')
  })
  await move('2026-06-01T00:00:07.000Z')
  real.set(REAL)
  const later = '2026-06-01T00:00:09.000Z'
  expect(done.slice(1)).toEqual([
    { at: JUNE, clock: later },
    { at: near, clock: later },
    { at: '2026-06-01T00:00:07.000Z', clock: later },
  ])
  real.set('2026-03-15T12:00:10.000Z')
  expect(await read()).toBe('2026-06-01T00:00:10.000Z')
  real.set(REAL)
})

test('a crash leaves the clock at the last step, and moving again goes on', async () => {
  let isBroken = true
  const { move, done, read } = await organizationWith([JUNE, JULY, AUGUST], (at) => {
    if (at === JULY && isBroken) throw new Error('the process died')
  })
  await expect(move('2027-01-01')).rejects.toThrow('the process died')
  expect(await read()).toBe(JULY)
  isBroken = false
  await move('2027-01-01')
  expect(timesOf(done)).toEqual([REAL, JUNE, JULY, AUGUST, '2027-01-01T00:00:00.000Z'])
})

test('of two moves at once one wins, and the other is told', async () => {
  const { move, read } = await organizationWith([JUNE, JULY, AUGUST])
  for (const target of ['2027-01-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z']) {
    const outcomes = await Promise.allSettled([move(target), move(target), move(target)])
    const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(failures).toHaveLength(2)
    for (const { kind } of failures) expect(['conflict', 'inconsistent']).toContain(kind)
    expect(await read()).toBe(target)
  }
})

test('a move that another one overtook stops', async () => {
  const overtaken = await organizationWith([JUNE, JULY], async (at) => {
    if (at === JUNE) await overtaking()
  })
  const overtaking = async () => {
    const advance = { runBilling: async () => undefined, findNextDue: async () => null }
    const body = { now: '2027-01-01' }
    await moveTestClock({ ...t.dependencies, advance }, { organizationId: overtaken.id, body })
  }
  await expect(overtaken.move('2026-12-01')).rejects.toMatchObject({ kind: 'conflict' })
  expect(timesOf(overtaken.done)).toEqual([REAL, JUNE])
  expect(await overtaken.read()).toBe('2027-01-01T00:00:00.000Z')
})
