import { expect, test } from 'vitest'
import { randomFrom } from '../../../test/analytics/random.ts'
import { must } from '../../../test/support/app.ts'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
import { expectRollupsToAddUp } from '../../../test/support/invariants.ts'
import { sms, times } from '../../../test/support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../../../test/support/use-app.ts'
import type { UsageRange } from './attribution.ts'
import { listUsedSignals, sumUsage, type UsageQuestion } from './usage.ts'

const t = useTestApp({
  now: () => new Date('2026-03-08T00:00:00Z'),
  atEnd: expectRollupsToAddUp,
})
const { api, organization } = useOrganizationPerTest(t)

const DAY = 24 * 60 * 60_000
const START = Date.parse('2026-03-01T00:00:00Z')
/** Days of UTC, quarters of an hour, and milliseconds beside them. */
const STEPS = [DAY, DAY, DAY / 24, DAY / 96, 1]

test.each([1, 2, 3, 4])(
  'any window has the usage of its events, in the random world %i',
  async (seed) => {
    const random = randomFrom(seed)
    const anyTime = () => {
      const step = random.pick(STEPS)
      return START + random.integer(0, (6 * DAY) / step) * step
    }
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    const { ticket: signalId = '' } = deal.signalIds
    const events = times(100, () => ({ at: anyTime(), quantity: random.integer(0, 5) }))
    const records = events.map(({ at, quantity }) =>
      sms({
        ...{ customerExternalId: deal.externalId, agentCode: deal.agentCode, quantity },
        ...{ signalName: 'ticket', usageDate: new Date(at).toISOString() },
      }),
    )
    await must(api.post('/v1/usage/record', { records }))
    const { id: organizationId } = organization
    const { customerId, agentId } = deal
    const subscription = { id: deal.subscriptionId, startsAt: START, pricedSignalIds: [signalId] }
    const owner = { organizationId, customerId, agentId, subscription }
    const windows = times(60, (): UsageRange => {
      const [a, b] = [anyTime(), anyTime()]
      return { start: Math.min(a, b), end: Math.max(a, b) }
    })
    const questions = windows.map((window, n): UsageQuestion => ({ key: `${n}`, signalId, window }))
    const { db } = t.dependencies
    const usageOf = await sumUsage(db, owner, { running: [], billed: [] }, questions)
    for (const [n, { start, end }] of windows.entries()) {
      const own = events.filter(({ at }) => at >= start && at < end)
      const { quantity, eventCount } = usageOf(`${n}`)
      expect({ quantity: Number(String(quantity)), eventCount }).toEqual({
        quantity: own.reduce((total, one) => total + one.quantity, 0),
        eventCount: own.length,
      })
      if (own.length === 0) continue
      expect(await listUsedSignals(db, { ...owner, start, end })).toEqual([signalId])
    }
  },
)
