import { expect, test } from 'vitest'
import type { Round } from '../plan.ts'
import { runBillingTest } from './billing-test.ts'
import { KILLS } from './plan.ts'

/** The short version of `npm run test:crash:billing`: each kind of kill once, under load. */
const ROUNDS = KILLS.map(
  (kind): Round => ({ commitDelayMs: 0, faults: [{ kind, afterMs: 800 }], loadAfterMs: 300 }),
)

test('bills, mails and collects once, through kills of the server and of its database', async () => {
  const { violations, done } = await runBillingTest({
    seed: 1,
    rounds: ROUNDS,
    customers: 10,
    keepsFiles: false,
    say: () => undefined,
  })
  expect(violations).toEqual([])
  expect(done).toBeGreaterThan(0)
}, 600_000)
