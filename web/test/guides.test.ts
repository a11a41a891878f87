import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { entriesOf } from '../build/search-index.ts'
import { accessibilityFaults } from './support/axe.ts'
import { PHONE, SCHEMES, useBrowser, type WindowOptions } from './support/use-browser.ts'
import { useSite } from './support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)
const ROOT = `${import.meta.dirname}/../..`

async function open(path: string, options: WindowOptions = {}): Promise<Page> {
  const page = await newPage(options)
  await page.goto(`/docs/guides${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const shown = (page: Page) =>
  page.locator('.example').first().getByRole('tabpanel').filter({ visible: true })

describe.each(SCHEMES)('in the %s scheme', (colorScheme) => {
  test('a guide with examples and pictures is accessible, also on a small phone', async () => {
    const page = await open('/concepts', { colorScheme })
    expect(await accessibilityFaults(page)).toEqual([])
    await page.setViewportSize(PHONE)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('the search dialog is accessible', async () => {
    const page = await open('/concepts', { colorScheme, viewport: PHONE })
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('refund')
    await page
      .getByRole('link', { name: /^Refund/ })
      .first()
      .waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })
})

test('a language that is chosen applies to all examples, and to the next page', async () => {
  const page = await open('/concepts')
  expect(await shown(page).textContent()).toContain('curl')
  await page.getByRole('tab', { name: 'curl' }).first().focus()
  await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('tab', { name: 'TypeScript', selected: true }).count()).toBe(
    await page.locator('.example').count(),
  )
  await page.goto('/docs/guides/pricing')
  expect(await shown(page).textContent()).toContain("from '@piecework/client'")
})

test('without scripts, all languages of an example are shown with their names', async () => {
  const page = await open('/concepts', { javaScriptEnabled: false })
  expect(
    await page.locator('.example').first().locator('pre').filter({ visible: true }).count(),
  ).toBe(3)
  expect(await page.getByText('TypeScript', { exact: true }).first().isVisible()).toBe(true)
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
})

test('a code block is copied by its button', async () => {
  const page = await newPage()
  const copied: string[] = []
  // The windows of all test files share one clipboard.
  await page.exposeFunction('keepCopied', (text: string) => copied.push(text))
  await page.addInitScript(() => {
    const { keepCopied } = window as unknown as { keepCopied: (text: string) => Promise<void> }
    navigator.clipboard.writeText = keepCopied
  })
  await page.goto('/docs/guides/quickstart')
  const block = page.locator('.code').filter({ hasText: '"successful": 1' })
  await block.hover()
  await block.getByRole('button', { name: 'Copy' }).click()
  await block.getByRole('button', { name: 'Copied' }).waitFor()
  expect(copied.map((text) => JSON.parse(text))).toMatchObject([{ successful: 1 }])
})

test.each(['/', 'Control+k'])('%s opens the search, which works by keyboard', async (keys) => {
  const page = await open('/concepts')
  await page.keyboard.press(keys)
  await page.keyboard.type('late usage')
  const links = page.getByRole('dialog', { name: 'Search' }).getByRole('link')
  await links.first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await links.nth(1).evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/guides/billing-periods#late-usage')
})

test('Escape closes the search, and nothing is requested from elsewhere', async () => {
  const page = await open('/concepts')
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.keyboard.press('/')
  await page.keyboard.type('zzzzzz')
  await page.getByText('No results').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(requested.map((url) => new URL(url).origin)).toEqual([site.origin])
})

test('the search leads to an operation in the API reference', async () => {
  const page = await open('/concepts')
  await page.keyboard.press('/')
  await page.keyboard.type('/v1/usage/record')
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Record usage/ })
    .click()
  await page.getByRole('heading', { name: 'Record usage', exact: true }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/docs/')
})

test('every entry of the search leads to a page that has its anchor', async () => {
  const guides = (await entriesOf(ROOT)).filter(({ url }) => url.startsWith('/docs/guides/'))
  const pages = new Map<string, string>()
  for (const { url } of guides) {
    const [path = '', anchor] = url.split('#')
    if (!pages.has(path)) pages.set(path, await (await fetch(site.origin + path)).text())
    if (anchor !== undefined)
      expect([url, pages.get(path)?.includes(`id="${anchor}"`)]).toEqual([url, true])
  }
  expect(pages.size).toBeGreaterThan(20)
})
