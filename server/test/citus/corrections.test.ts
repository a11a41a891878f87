import { afterEach, beforeAll, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { createClock } from '../support/clocks.ts'
import type { Deal } from '../support/deal.ts'
import { listEvents } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'
import { setAway } from './away-node.ts'
import { type DealsByNode, givenDealsByNode } from './deals-by-node.ts'
import { expectBooksToVerify } from './verified-books.ts'

const { now } = createClock('2026-03-20T12:00:00Z')
const t = useTestApp({ now, atEnd: expectBooksToVerify })

let deals: DealsByNode
beforeAll(async () => {
  deals = await givenDealsByNode(t)
})

afterEach(() => setAway(t.database, false))

/** Records usage of a customer and returns the id of its event. */
async function given(deal: Deal): Promise<string> {
  return (await deal.use('ticket', 2, '2026-03-05')).eventId
}
const voidIt = (id: string) => t.api.post(`/v1/events/${id}/void`, undefined)
const amend = (id: string, quantity: number) => t.api.post(`/v1/events/${id}/amend`, { quantity })

test('events of every node are amended and voided, and what they earned follows', async () => {
  for (const deal of deals.all) {
    const [amended, voided] = [await given(deal), await given(deal)]
    expect(await must(amend(amended, 5))).toMatchObject({ quantity: '5' })
    expect(await must(voidIt(voided))).toMatchObject({ quantity: '0' })
    const query = `startDate=2026-03-01&endDate=2026-03-31&customerId=${deal.customerId}`
    expect((await must(t.api.get(`/v1/analytics/revenue?${query}`))).revenue).toBe(5)
  }
})

test('while a node is down, its events cannot be corrected, and others can', async () => {
  const [here = '', away = ''] = [
    await given(deals.here[0] as Deal),
    await given(deals.away[0] as Deal),
  ]
  await setAway(t.database, true)
  expect((await amend(here, 7)).status).toBe(200)
  expect((await amend(away, 7)).status).toBe(503)
  expect((await voidIt(away)).status).toBe(503)
  await setAway(t.database, false)
  await eventually(async () => expect((await amend(away, 7)).status).toBe(200))
  const found = (await listEvents(t.api)).filter(({ id }) => id === here || id === away)
  expect(found.map(({ quantity }) => quantity)).toEqual(['7', '7'])
  const { corrections } = await must(t.api.get(`/v1/events/${away}`))
  expect(corrections).toMatchObject([{ kind: 'amend', quantityBefore: '2', quantityAfter: '7' }])
})
