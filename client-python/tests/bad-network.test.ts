import { expect, test } from 'vitest'
import { useTestApp } from '../../server/test/support/use-app.ts'
import { recordWithKills } from './support/exactly-once.ts'
import { hasPython, note } from './support/python.ts'

const t = useTestApp()

test(`over a bad network and with a kill, 4,000 records are stored exactly once${note}`, async () => {
  if (!hasPython) return
  const { seen } = await recordWithKills(t, 4_000, [3_500])
  expect(seen.exchanges).toBeGreaterThan(40)
})
