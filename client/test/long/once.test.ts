import { expect, test } from 'vitest'
import { useTestApp } from '../../../server/test/support/use-app.ts'
import { recordOverBadNetwork } from '../support/exactly-once.ts'

const t = useTestApp()
const COUNT = 100_000

test('over a network that loses and cuts replies, 100,000 records are stored exactly once', async () => {
  const { counts, seen } = await recordOverBadNetwork(t, COUNT)
  expect(seen.replyCut + seen.replyLost).toBeGreaterThan(seen.exchanges * 0.03)
  expect(counts.duplicates).toBeGreaterThan(1_000)
  process.stdout.write(`${JSON.stringify({ ...counts, ...seen })}\n`)
})
