import { expect, test } from 'vitest'
import { runSoakTest } from './soak-test.ts'

/** The short version of `npm run test:soak`: one round with a restart of the database. */
test('the books are equal and every mail arrives, through a restart of the database', async () => {
  const { violations, counts, mails, kills } = await runSoakTest({
    seed: 1,
    seconds: 15,
    customers: 6,
    keepsFiles: false,
    say: () => undefined,
  })
  expect(violations).toEqual([])
  expect(kills.restart).toBe(1)
  expect(counts?.events).toBeGreaterThan(0)
  expect(mails.sent).toBeGreaterThan(0)
}, 600_000)
