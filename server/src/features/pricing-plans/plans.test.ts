import { describe, expect, test } from 'vitest'
import { tickingClock } from '../../../test/support/clocks.ts'
import { givenUnpricedOffer, strategiesOf } from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'

const t = useTestApp({ now: tickingClock('2026-06-01T00:00:00Z') })
const { api } = t

const PLANS = '/v1/pricing-plans'

describe('linking agents', () => {
  test('never unlinks under a strategy that is being created', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { planId, agentId, signalId } = await givenUnpricedOffer(api)
      const usage = { chargeType: 'usage', pricingModel: 'flat', signalId, rate: 1 }
      const [created, unlinked] = await Promise.all([
        api.post(strategiesOf(planId), [usage]),
        api.delete(`${PLANS}/${planId}/agents/${agentId}`),
      ])
      expect([
        [201, 409],
        [422, 204],
      ]).toContainEqual([created.status, unlinked.status])
    }
  })
})
