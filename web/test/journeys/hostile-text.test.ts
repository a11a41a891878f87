import { beforeAll, describe, expect, test } from 'vitest'
import { givenDeal } from '../../../server/test/support/deal.ts'
import { givenOrganization, type Organization, type SignedIn } from '../support/people.ts'
import { addressOf, routesOf } from '../support/routes.ts'
import { settled } from '../support/settled.ts'
import { DESKTOP, PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const MARKUP = '<img src=x onerror="globalThis.hasRun = true"><b>bold</b>{{7*7}}'
const NAMES = {
  markup: MARKUP,
  'text from right to left': 'شركة الروبوتات \u202Egnp.exe \u2067مرحبا',
  '255 letters without a gap': 'W'.repeat(255),
}

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const PAGES = routesOf('dashboard').filter((route) => /^\/(o|account)(\/|$)/.test(route))

describe.each(Object.entries(NAMES))('%s as every name', (_what, name) => {
  let organization: Organization
  let owner: SignedIn
  let parameters: Record<string, string>
  beforeAll(async () => {
    const given = await givenOrganization(site, name)
    ;({ organization, owner } = given)
    const { api } = given
    const must = async (answer: ReturnType<SignedIn['api']['post']>) => {
      const { status, body } = await answer
      expect(status, JSON.stringify(body)).toBeLessThan(300)
      return body
    }
    await must(owner.api.patch('/v1/account', { name }))
    const named = { name, externalId: name, addressLine1: name, city: name, country: name }
    const { id: customerId } = await must(owner.api.post('/v1/customers', named))
    const words = { customerExternalId: name, agentCode: name, signalName: name, runId: name }
    const record = { ...words, model: name, modelProvider: name, inputTokens: 1 }
    await must(owner.api.post('/v1/usage/record', { records: [record] }))
    const { results: agents } = await must(owner.api.get('/v1/agents'))
    parameters = { slug: organization.slug, customerId, agentId: agents[0].id }
    await must(owner.api.post('/v1/tax-rates', { name, description: name, percentage: 1 }))
    // A subscription that is about to start, so that the clock and the figures have something to name.
    const customer = { name }
    const subscription = { name, startDate: TOMORROW }
    const deal = await givenDeal(api, { customer, subscription })
    await deal.use('ticket', 1, new Date().toISOString())
  })

  test.each(PAGES)('is text and nothing more on %s', async (route) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const page = await newPage({ cookie: owner.cookie, viewport })
      await page.goto(addressOf(route, parameters))
      await settled(page)
      expect(await page.title()).toContain('Piecework')
      expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false)
      expect(await page.locator('img[src="x"]').count()).toBe(0)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, `${viewport.width} pixels`).toBe(viewport.width)
    }
  })
})
