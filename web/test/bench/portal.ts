/**
 * Measures the load time of the portal on a phone: `npm run bench:portal -w web`. It simulates a
 * line of 1.6 Mbit/s with 150 ms latency and a fourfold slower processor. It reports milliseconds
 * from navigation to the amount due: first with an empty cache, then again in the same browser.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { fill, setUp, visitPortal } from '../shots/world.ts'
import { settled } from '../support/settled.ts'
import { startChromium } from '../support/start-chromium.ts'
import { startService } from '../support/start-service.ts'

const REPEATS = 5
const BYTES_PER_SECOND = 1_600_000 / 8
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: BYTES_PER_SECOND,
  uploadThroughput: BYTES_PER_SECOND,
}
const CPU_SLOWED = 4
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true }

const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-portal-'))
const service = await startService({ dataDir })
const server = await startChromium({ fonts: 'package' })
const browser = await chromium.connect(server.wsEndpoint())
try {
  const { origin } = service
  const { slug } = await setUp(service)
  await fill(origin, slug)
  const cookie = await visitPortal(origin, slug, 'northwind')
  const rounds = []
  for (let round = 0; round < REPEATS; round += 1) rounds.push(await visitTwice(origin, cookie))
  console.table({
    cold: text(rounds.map(({ cold }) => cold)),
    warm: text(rounds.map(({ warm }) => warm)),
  })
} finally {
  await browser.close()
  await server.close()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function visitTwice(origin: string, cookie: string) {
  const context = await browser.newContext({ baseURL: origin, ...PHONE })
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name, value, url: origin }])
  const page = await context.newPage()
  await slowDown(context, page)
  const cold = await visit(page)
  await page.goto('about:blank')
  const warm = await visit(page)
  await context.close()
  return { cold, warm }
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED })
}

async function visit(page: Page): Promise<number> {
  const start = performance.now()
  await page.goto('/portal', { waitUntil: 'commit' })
  await settled(page)
  await page
    .getByText(/Amount due/)
    .first()
    .waitFor()
  return Math.round(performance.now() - start)
}

/** Returns the median and the maximum. */
function text(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)], worst: sorted.at(-1) }
}
