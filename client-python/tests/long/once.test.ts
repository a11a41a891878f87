import { expect, test } from 'vitest'
import { useTestApp } from '../../../server/test/support/use-app.ts'
import { recordWithKills } from '../support/exactly-once.ts'
import { hasPython, note } from '../support/python.ts'

const t = useTestApp()
const COUNT = 100_000
const KILLS = [500, 7_500, 15_000, 29_500, 42_000, 42_500, 61_000, 77_500, 90_000, 99_500]

test(`over a bad network and with kills, 100,000 records are stored exactly once${note}`, async () => {
  if (!hasPython) return
  const { counts, seen, kills } = await recordWithKills(t, COUNT, KILLS)
  expect(seen.replyCut + seen.replyLost).toBeGreaterThan(seen.exchanges * 0.03)
  process.stdout.write(`${JSON.stringify({ kills, ...counts, ...seen })}\n`)
})
