import { expect, test } from 'vitest'
import { useTestApp } from '../../server/test/support/use-app.ts'
import { recordOverBadNetwork } from './support/exactly-once.ts'

const t = useTestApp()

test('over a network that loses and cuts replies, 6,000 records are stored exactly once', async () => {
  const { counts, seen } = await recordOverBadNetwork(t, 6_000)
  expect(seen.replyCut + seen.replyLost).toBeGreaterThan(0)
  expect(counts.duplicates).toBeGreaterThan(0)
})
