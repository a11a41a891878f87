/**
 * Takes the README pictures from a demo: `npm run pictures -w web`. They are committed in
 * docs/pictures; run this again when the pages in them change.
 */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { settled } from '../support/settled.ts'
import { startChromium } from '../support/start-chromium.ts'
import { startService } from '../support/start-service.ts'
import { setUp, signIn, visitPortal } from './world.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/pictures')
/** The customer in the portal pictures. */
const CUSTOMER = 'contoso'
const PORTAL_PICTURES: readonly Picture[] = [
  { name: 'portal', path: '/portal', hasChart: true },
  { name: 'portal-usage', path: '/portal/usage', hasChart: true },
]
const VIEWPORT = { width: 1280, height: 860 }

await mkdir(FOLDER, { recursive: true })
const dataDir = await mkdtemp(join(tmpdir(), 'piecework-pictures-'))
const server = await startChromium({ fonts: 'machine' })
const browser = await chromium.connect(server.wsEndpoint())
const service = await startService({ dataDir })
try {
  const { origin } = service
  const { slug, cookie } = await setUp(service)
  const demo = await makeDemo(origin, slug)
  await take(origin, cookie, await pictures(origin, demo))
  await take(origin, await visitPortal(origin, demo, CUSTOMER), PORTAL_PICTURES)
} finally {
  await browser.close()
  await server.close()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.stdout.write(`The pictures are in ${FOLDER}\n`)

/** Fills a demo organization; returns its slug. */
async function makeDemo(origin: string, slug: string): Promise<string> {
  const owner = await signIn(origin, slug)
  let { organization, problem } = await owner.post('/v1/demo')
  while (organization.state !== 'filled') {
    assert.equal(problem, null)
    await delay(500)
    ;({ organization, problem } = await owner.get('/v1/demo'))
  }
  await earningsReady(origin, organization.slug)
  return organization.slug
}

/** Waits until the earnings of a new demo are computed, which its unpriced work shows. */
async function earningsReady(origin: string, demo: string): Promise<void> {
  const owner = await signIn(origin, demo)
  for (;;) {
    const { unpriced } = await owner.get('/v1/attention')
    if (unpriced.eventCount > 0) return
    await delay(500)
  }
}

async function take(origin: string, cookie: string, all: readonly Picture[]): Promise<void> {
  const context = await contextOf(origin, cookie)
  const page = await context.newPage()
  for (const { name, path, hasChart, shows } of all) {
    await page.goto(path)
    await settled(page)
    if (shows) await page.getByText(shows).first().waitFor()
    if (hasChart) await page.locator('.recharts-surface').first().waitFor()
    await page.screenshot({ path: join(FOLDER, `${name}.png`) })
  }
  await context.close()
}

async function contextOf(origin: string, cookie: string) {
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    viewport: VIEWPORT,
  })
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name, value, url: origin }])
  return context
}

/** `shows` is a text that appears late. */
type Picture = { name: string; path: string; hasChart?: true; shows?: string }

/** Returns the pictures that the README shows. */
async function pictures(origin: string, demo: string): Promise<Picture[]> {
  const owner = await signIn(origin, demo)
  const { results: plans } = await owner.get('/v1/pricing-plans?search=Support%20growth')
  const { data: invoices } = await owner.get(
    '/v1/invoices?customerExternalId=northwind&status=paid',
  )
  return [
    { name: 'home', path: `/o/${demo}/home`, hasChart: true, shows: 'Where the margin goes' },
    { name: 'invoice', path: `/o/${demo}/invoices/${invoices[0].id}` },
    { name: 'price-editor', path: `/o/${demo}/plans/${plans[0].id}/prices`, hasChart: true },
    { name: 'profitability', path: `/o/${demo}/analytics/profitability` },
  ]
}
