import { expect, test } from 'vitest'
import { runBillingTest } from '../crash/billing/billing-test.ts'
import { KILLS } from '../crash/billing/plan.ts'
import { runCrashTest } from '../crash/crash-test.ts'
import { FAULT_KINDS, type FaultKind } from '../crash/plan.ts'
import { givenCrashDatabase } from './crash-database.ts'

// External nodes, in containers or elsewhere, must not be killed by tests.
const { CITUS_PROGRAMS = '' } = process.env
const testWithNodes = test.runIf(CITUS_PROGRAMS !== '')

/** Injects each fault twice, so that it hits the coordinator and a worker. */
const rounds = (kinds: readonly FaultKind[], afterMs: number) =>
  [...kinds, ...kinds].map((kind) => ({
    // Delays commits, so that the killed backend is in the middle of one.
    commitDelayMs: kind === 'backend' ? 50 : 0,
    faults: [{ kind, afterMs }],
    loadAfterMs: 300,
  }))

const quietly = { seed: 1, keepsFiles: false, say: () => undefined }

testWithNodes(
  'recording keeps every promise through kills of the service, the coordinator and a worker',
  async () => {
    const { violations, acknowledged } = await runCrashTest({
      ...quietly,
      rounds: rounds(FAULT_KINDS, 400),
      database: await givenCrashDatabase(CITUS_PROGRAMS),
      killsFirstStart: false,
      role: 'all',
    })
    expect(violations).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
  },
  1_200_000,
)

testWithNodes(
  'bills, mails and collects once, through kills of the service, the coordinator and a worker',
  async () => {
    const { violations, done } = await runBillingTest({
      ...quietly,
      rounds: rounds(KILLS, 800),
      database: await givenCrashDatabase(CITUS_PROGRAMS),
      customers: 10,
    })
    expect(violations).toEqual([])
    expect(done).toBeGreaterThan(0)
  },
  1_200_000,
)
