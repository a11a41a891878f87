import { expect, test } from 'vitest'
import { runCrashTest } from './crash-test.ts'
import { FAULT_KINDS, type Round } from './plan.ts'

/**
 * The short version of `npm run test:crash`: each kind of fault once, in the middle of the load.
 */
const ROUNDS = FAULT_KINDS.map(
  (kind): Round => ({
    // Delays commits, so that the killed session is in the middle of one.
    commitDelayMs: kind === 'backend' ? 50 : 0,
    faults: [{ kind, afterMs: 400 }],
    loadAfterMs: 200,
  }),
)

test('keeps every promise through kills of the server and of its database', async () => {
  const { violations, acknowledged } = await runCrashTest({
    seed: 1,
    rounds: ROUNDS,
    killsFirstStart: false,
    role: 'all',
    keepsFiles: false,
    say: () => undefined,
  })
  expect(violations).toEqual([])
  expect(acknowledged).toBeGreaterThan(0)
}, 600_000)
