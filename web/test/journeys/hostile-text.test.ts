import { beforeAll, describe, expect, test } from 'vitest'
import { givenOrganization, type Organization, type SignedIn } from '../support/people.ts'
import { routesOf } from '../support/routes.ts'
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

const PAGES = routesOf('dashboard').filter((route) => /^\/(o|account)(\/|$)/.test(route))

describe.each(Object.entries(NAMES))('%s as every name', (_what, name) => {
  let organization: Organization
  let owner: SignedIn
  beforeAll(async () => {
    ;({ organization, owner } = await givenOrganization(site, name))
    const must = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer
      expect(status, JSON.stringify(body)).toBeLessThan(300)
    }
    await must(owner.api.patch('/v1/account', { name }))
  })

  test.each(PAGES)('is text and nothing more on %s', async (route) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const page = await newPage({ cookie: owner.cookie, viewport })
      await page.goto(route.replace('$slug', organization.slug))
      await settled(page)
      expect(await page.title()).toContain('Piecework')
      expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false)
      expect(await page.locator('img[src="x"]').count()).toBe(0)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, `${viewport.width} pixels`).toBe(viewport.width)
    }
  })
})
