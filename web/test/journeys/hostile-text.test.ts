import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, must } from '../../../server/test/support/app.ts'
import { givenDeal } from '../../../server/test/support/deal.ts'
import { sendInvoice } from '../../../server/test/support/invoice.ts'
import { givenPortal } from '../../../server/test/support/portal.ts'
import { llm, unknownModel } from '../../../server/test/support/usage.ts'
import { givenInvoiceWithTiers } from '../support/invoices.ts'
import { givenOrganization, type Organization, type SignedIn } from '../support/people.ts'
import { portalCookieOf } from '../support/portal.ts'
import { addressOf, routesOf } from '../support/routes.ts'
import { settled } from '../support/settled.ts'
import { DESKTOP, PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const MARKUP = '=1+1<img src=x onerror="globalThis.hasRun = true"><b>bold</b>{{7*7}} '
const RIGHT_TO_LEFT = ' شركة \u202Egnp.exe \u2067مرحبا'
/** Wider than a page, in every size of letters. */
const WITHOUT_A_GAP = 'W'.repeat(255 - MARKUP.length - RIGHT_TO_LEFT.length)
/** A name of 255 letters. */
const name = MARKUP + WITHOUT_A_GAP + RIGHT_TO_LEFT

type Group = { model: string; provider: string }

/** Records an event with a cost and one without. Every name that a caller can choose is `name`. */
async function givenEvents(api: Api, name: string) {
  const named = {
    customerExternalId: name,
    agentCode: name,
    signalName: name,
    runId: name,
    metadata: { [name]: [name, { [name]: name }] },
    evidenceUrl: `https://${'w'.repeat(60)}.example/${encodeURIComponent(name)}`,
    evidence: name,
  }
  await must(api.record(llm({ ...named, idempotencyKey: name })))
  const models = { model: name, modelProvider: name, idempotencyKey: `${name.slice(0, 254)}2` }
  await must(api.record(unknownModel({ ...named, ...models })))
  const { results } = await must(api.get('/v1/events'))
  const { groups } = await must(api.get('/v1/events/needs-cost-backfill'))
  const eventIds: string[] = results.map(({ id }: { id: string }) => id)
  return { eventIds, group: groups[0] as Group }
}

/** A customer asks, in these words, not to be billed for the work of today. */
async function givenRequest(api: Api, reason: string): Promise<void> {
  const deal = await givenDeal(api, { plan: { rejectionDays: 30 } })
  const { eventId } = await deal.use('ticket', 1, new Date().toISOString())
  const visit = await givenPortal(site, api, deal.customerId)
  await must(visit.post(`/v1/portal/events/${eventId}/rejection-requests`, { reason }))
}

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const PORTAL_PAGES = routesOf('portal')
const PAGES = routesOf('dashboard').filter((route) => /^\/(o|account)(\/|$)/.test(route))

describe('markup, a formula, a template, a wide word and text from right to left in every name', () => {
  let organization: Organization
  let owner: SignedIn
  let parameters: Record<string, string>
  let eventIds: string[]
  let group: Group
  let portal: string
  beforeAll(async () => {
    const given = await givenOrganization(site, name)
    ;({ organization, owner } = given)
    const { api } = given
    await must(owner.api.patch('/v1/account', { name }))
    const named = { name, externalId: name, addressLine1: name, city: name, country: name }
    const { id: customerId } = await must(owner.api.post('/v1/customers', named))
    ;({ eventIds, group } = await givenEvents(api, name))
    const { results: agents } = await must(owner.api.get('/v1/agents'))
    const runId = encodeURIComponent(name)
    parameters = { slug: organization.slug, customerId, agentId: agents[0].id, runId }
    await must(owner.api.post('/v1/tax-rates', { name, description: name, percentage: 1 }))
    // A subscription that is about to start, so that the clock and the figures show its name.
    const customer = { name }
    const subscription = { name, startDate: TOMORROW }
    const deal = await givenDeal(api, { customer, subscription })
    await deal.use('ticket', 1, new Date().toISOString())
    const work = await must(api.get(`/v1/events?customerId=${deal.customerId}`))
    await must(api.post(`/v1/events/${work.results[0].id}/rejection`, { reason: name }))
    await givenRequest(api, name)
    parameters.subscriptionId = deal.subscriptionId
    parameters.planId = deal.planId
    const coupon = { name, amountOff: '99999999.99', currency: 'USD' }
    const { id: couponId } = await must(owner.api.post('/v1/coupons', coupon))
    await must(owner.api.post('/v1/discounts', { couponId, customerId }))
    const credit = { kind: 'promotional', currency: 'USD', amount: '99999999999.99', name }
    await must(owner.api.post(`/v1/customers/${customerId}/credit-grants`, credit))
    await must(owner.api.patch(`/v1/pricing-plans/${deal.planId}`, { name, description: name }))
    await must(
      api.post(`/v1/pricing-plans/${deal.planId}/pricing-strategies`, [
        { chargeType: 'recurring', rate: '89999999999999', name },
      ]),
    )
    const url = `http://127.0.0.1:9/${encodeURIComponent(name)}`
    const endpoint = await must(owner.api.post('/v1/webhook-endpoints', { url, description: name }))
    parameters.endpointId = endpoint.id
    const draft = await givenInvoiceWithTiers(api, name)
    const invoice = await sendInvoice(api, draft)
    parameters.invoiceId = invoice.id
    await must(
      owner.api.patch(`/v1/customers/${invoice.customerId}`, { ...named, externalId: null }),
    )
    portal = await portalCookieOf(site, api, invoice.customerId)
  })

  test.each(PAGES)('is plain text on %s', (route) => expectOnlyText(route))

  test.each(PORTAL_PAGES)('is plain text on %s', (route) =>
    expectOnlyText(route, [], { cookie: portal, site: name }),
  )

  test('is plain text as a grant of credit', async () => {
    const path = `/v1/customers/${parameters.customerId}/credit-grants`
    const { results } = await must(owner.api.get(path))
    const search = new URLSearchParams({ grant: results[0].id })
    await expectOnlyText(`/o/$slug/customers/$customerId/credit?${search}`, ['Grant id'])
  })

  test('is plain text in an event, with a cost and without', async () => {
    expect(eventIds).toHaveLength(2)
    for (const id of eventIds) {
      const search = new URLSearchParams({ event: id, runId: name })
      await expectOnlyText(`/o/$slug/events?${search}`, ['Idempotency key', 'Evidence', 'Metadata'])
    }
  })

  test('is plain text as a model without a price', async () => {
    const search = new URLSearchParams({ model: group.model, provider: group.provider })
    await expectOnlyText(`/o/$slug/unknown-costs?${search}`, ['Customers', 'Map 1 event'])
  })

  /**
   * Checks that no script of the name runs and that nothing overflows. `shown` lists panels that
   * are open next to the page.
   */
  async function expectOnlyText(
    route: string,
    shown: string[] = [],
    { cookie = owner.cookie, site: title = 'Piecework' } = {},
  ) {
    const page = await newPage({ cookie, viewport: DESKTOP })
    await page.goto(addressOf(route, parameters))
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      await settled(page)
      const panel = page.getByRole('dialog')
      for (const text of shown) await panel.getByText(text, { exact: true }).first().waitFor()
      expect(await page.title()).toContain(route === '/portal/link' ? 'Piecework' : title)
      expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false)
      expect(await page.locator('img[src="x"]').count()).toBe(0)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, `${viewport.width} pixels`).toBe(viewport.width)
      if (shown.length === 0) continue
      expect((await panel.textContent())?.toLowerCase()).toContain(name.toLowerCase())
      expect(await wideInside(panel), `beside the page, ${viewport.width} pixels`).toEqual([])
    }
  }
})

/**
 * Returns elements that overflow, or that are cut off without an ellipsis. Tables may scroll
 * sideways.
 */
const wideInside = (panel: Locator) =>
  panel.evaluate((all) => {
    const isCut = (one: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(one)
      return overflowX === 'hidden' && textOverflow !== 'ellipsis' && one.clientWidth > 1
    }
    return [all, ...all.children, ...[...all.querySelectorAll('*')].filter(isCut)]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ className }) => className)
  })
