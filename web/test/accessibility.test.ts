import { describe, expect, test } from 'vitest'
import { accessibilityFaults } from './support/axe.ts'
import { routesOf } from './support/routes.ts'
import { PHONE, SCHEMES, useBrowser } from './support/use-browser.ts'
import { useSite } from './support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const ROUTES = [...routesOf('dashboard'), ...routesOf('portal')]

describe.each(ROUTES)('%s', (route) => {
  test.each(SCHEMES)('can be used by everybody, in the %s scheme', async (colorScheme) => {
    const page = await newPage({ colorScheme })
    await page.goto(route)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('fits the width of a small phone', async () => {
    const page = await newPage({ viewport: PHONE })
    await page.goto(route)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(PHONE.width)
  })
})
