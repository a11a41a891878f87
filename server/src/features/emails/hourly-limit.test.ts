import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { runBilling } from '../../clock-round/run-billing.ts'

const LIMIT = 3
const HOUR = 3_600_000

let at = new Date('2026-03-10T12:00:00Z')
const t = useTestApp({ config: { mailLimit: LIMIT }, now: () => at })

async function issued() {
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 7, '2026-03-05')
  const body = await deal.generate()
  return () => t.api.post(`/v1/invoices/${body.id}/send`, {})
}

test('a call above the hourly limit is refused until the oldest mail is an hour old', async () => {
  const send = await issued()
  expect((await send()).status).toBe(200)
  at = new Date(at.getTime() + HOUR / 2)
  // More concurrent requests than the limit allows.
  const answers = await Promise.all(Array.from({ length: 6 }, send))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.headers['retry-after']).toBe(String(HOUR / 2_000))
  expect(refused?.body.message).toContain('MAIL_LIMIT')
  at = new Date(at.getTime() + HOUR / 2)
  expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(429)
})

test('mails of the clock are neither refused nor counted', async () => {
  at = new Date('2026-06-01T00:00:00Z')
  for (let count = 0; count < LIMIT + 2; count += 1) {
    const deal = await givenDeal(t.api, { subscription: { startDate: '2026-06-01' } })
    await deal.use('ticket', 1, '2026-06-10')
  }
  // The drafts are created, and become final a day later.
  for (const time of ['2026-07-01T00:00:01Z', '2026-07-02T00:00:02Z']) {
    at = new Date(time)
    await runBilling(t.dependencies, { now: at, only: t.organization.id })
  }
  const { body } = await t.api.get('/v1/invoices?status=issued&startDate=2026-07-01&limit=100')
  expect(body.data).toHaveLength(LIMIT + 2)
  const statuses = []
  for (const { id } of body.data.slice(0, LIMIT + 1)) {
    statuses.push((await t.api.post(`/v1/invoices/${id}/send`, {})).status)
  }
  expect(statuses).toEqual([...Array.from({ length: LIMIT }, () => 200), 429])
})
