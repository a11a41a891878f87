import { expect, test } from 'vitest'
import { createTestOrganization } from '../../../test/support/app.ts'
import { createClock } from '../../../test/support/clocks.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import type { AdvanceDeps, NextDue } from './move.ts'
import { resumeMoves } from './move.ts'
import { getTestClock, moveTestClock } from './service.ts'

const REAL = '2026-03-15T12:00:00.000Z'
const real = createClock(REAL)

const t = useTestApp({ now: real.now })

type Step = (at: string) => Promise<unknown> | unknown

/** Creates an organization with work due at given times, and records what ran when. */
async function organizationWith(due: readonly string[], onStep: Step = () => undefined) {
  const { id } = await createTestOrganization(t.dependencies)
  const done: { at: string; clock: string }[] = []
  const handle: NextDue['handle'] = async (scope) => {
    expect(scope).toMatchObject({ only: id })
    const at = scope.now.toISOString()
    await onStep(at)
    done.push({ at, clock: t.dependencies.clock.now(id).toISOString() })
  }
  const advance: AdvanceDeps = {
    runBilling: handle,
    findNextDue: async (_, after) => {
      const at = due.map((text) => new Date(text)).find((one) => one > after)
      return at ? { at, handle } : null
    },
  }
  const deps = { ...t.dependencies, advance, hasData: async () => true }
  const stopping = new AbortController()
  const move = (now: string, answerWithinMs = 60_000) => {
    const request = { organizationId: id, body: { now }, answerWithinMs }
    return moveTestClock(deps, { ...request, signal: stopping.signal })
  }
  return {
    id,
    done,
    move,
    stop: () => stopping.abort(),
    resume: (signal?: AbortSignal) => resumeMoves(deps, signal),
    clock: () => getTestClock(deps, id),
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

test('work that is due at the target runs', async () => {
  const { move, done } = await organizationWith([JUNE])
  await move(JUNE)
  expect(timesOf(done)).toEqual([REAL, JUNE, JUNE])
})

test('the clock never goes back for work that became due during a step', async () => {
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

test('a crash leaves the clock at the last step, and another move continues from there', async () => {
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

test('of two concurrent moves one wins, and the other is refused', async () => {
  const { move, read } = await organizationWith([JUNE, JULY, AUGUST])
  for (const target of ['2027-01-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z']) {
    const outcomes = await Promise.allSettled([move(target), move(target), move(target)])
    const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(failures).toHaveLength(2)
    for (const { kind } of failures) expect(['conflict', 'inconsistent']).toContain(kind)
    expect(await read()).toBe(target)
  }
})

/** Returns a step that waits until it is opened. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { wait: () => promise, open: resolve }
}

test('a long move is answered before its end, continues, and shows its target', async () => {
  const step = gate()
  const { move, done, clock } = await organizationWith([JUNE, JULY], (at) =>
    at === JUNE ? step.wait() : undefined,
  )
  const answer = await move('2027-01-01', 1)
  expect(answer.movingTo).toBe('2027-01-01T00:00:00.000Z')
  await expect.poll(clock).toMatchObject({ now: JUNE, movingTo: '2027-01-01T00:00:00.000Z' })
  await expect(move('2028-01-01')).rejects.toThrow(/being moved to 2027-01-01.*shows its progress/)
  step.open()
  await expect.poll(clock).toMatchObject({ now: '2027-01-01T00:00:00.000Z', movingTo: null })
  expect(timesOf(done)).toEqual([REAL, JUNE, JULY, '2027-01-01T00:00:00.000Z'])
})

test('a service that stops leaves a move between two steps, and another takes it up from there', async () => {
  const step = gate()
  const { move, done, clock, stop, resume } = await organizationWith([JUNE, JULY], (at) =>
    at === JUNE ? step.wait() : undefined,
  )
  await move('2027-01-01', 1)
  await expect.poll(clock).toMatchObject({ now: JUNE })
  // A move in progress keeps other processes from resuming it.
  await resume()
  expect(timesOf(done)).toEqual([REAL])
  stop()
  step.open()
  await expect.poll(() => timesOf(done)).toEqual([REAL, JUNE])
  await expect
    .poll(async () => {
      await resume()
      return (await clock()).movingTo
    })
    .toBeNull()
  expect(timesOf(done)).toEqual([REAL, JUNE, JUNE, JULY, '2027-01-01T00:00:00.000Z'])
})

test('a worker that stops leaves a resumed move between two steps', async () => {
  const died = gate()
  const worker = new AbortController()
  let isTakenUp = false
  const { move, done, clock, stop, resume } = await organizationWith([JUNE, JULY], (at) => {
    if (isTakenUp && at === JULY) worker.abort()
    return at === JUNE && !isTakenUp ? died.wait() : undefined
  })
  await move('2027-01-01', 1)
  await expect.poll(clock).toMatchObject({ now: JUNE })
  stop()
  died.open()
  await expect.poll(() => timesOf(done)).toEqual([REAL, JUNE])
  isTakenUp = true
  await expect
    .poll(async () => {
      await resume(worker.signal)
      return timesOf(done)
    })
    .toEqual([REAL, JUNE, JUNE, JULY])
  expect(await clock()).toMatchObject({ now: JULY, movingTo: '2027-01-01T00:00:00.000Z' })
  await resume()
  expect(await clock()).toMatchObject({ now: '2027-01-01T00:00:00.000Z', movingTo: null })
})

test('a move whose connections were cut is resumed immediately, and the original one stops', async () => {
  const step = gate()
  const slow = await organizationWith([JUNE, JULY], (at) => (at === JUNE ? step.wait() : undefined))
  const moving = slow.move('2027-01-01')
  await expect.poll(slow.clock).toMatchObject({ now: JUNE })
  await t.database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and classid = $1 and granted`,
    [0x7077_0004],
  )
  step.open()
  const resumed = slow.resume()
  const [first] = await Promise.allSettled([moving, resumed])
  expect((await slow.clock()).movingTo).toBeNull()
  expect(await slow.read()).toBe('2027-01-01T00:00:00.000Z')
  if (first?.status === 'rejected') expect(first.reason).toMatchObject({ kind: 'conflict' })
})
