/**
 * Measures how fast lists appear in a browser.
 *
 *   npm run bench:pages -w web -- ORIGIN SLUG EMAIL PASSWORD
 *
 * With arguments it measures a running service. Without arguments it starts its own, with 100,000
 * customers, subscriptions, invoices and payments. It reports milliseconds from navigation to the
 * frame (side bar and title) and to the first row: first with an empty cache, then again in the
 * same browser. Then it reports milliseconds from a key press in a search field to the paint of its
 * letter.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { startChromium } from '../support/start-chromium.ts'
import { startFilled } from './filled.ts'

const REPEATS = 5
const KEYS = 'INV-0999'

const given = process.argv.slice(2)
if (given.length !== 0 && given.length !== 4) {
  throw new Error('usage: npm run bench:pages -w web -- [ORIGIN SLUG EMAIL PASSWORD]')
}
const own = given.length === 0 ? await startFilled() : undefined
const [origin = '', slug = '', email = '', password = ''] =
  own === undefined ? given : [own.origin, own.slug, own.email, own.password]

const MONEY_PAGES = [
  'customers',
  'subscriptions',
  'subscriptions?page=4000',
  'subscriptions?search=9999',
  'subscriptions?status=active',
  'subscriptions?sort=name',
  'invoices',
  'invoices?page=4000',
  'invoices?search=INV-0999',
  'invoices?search=9999',
  'invoices?status=overdue',
  'invoices?status=overdue&page=400',
  'invoices?range=30d',
  'payments',
  'payments?page=4000',
  'payments?method=card&status=failed',
  'payments?range=30d',
  'plans',
]

const USAGE_PAGES = [
  'customers',
  'customers?page=1000',
  'customers?search=99',
  'customers?sort=name',
  'agents',
  'events',
  'events?page=100',
  'events?state=PROCESSED',
  'unknown-costs',
  'developers/models',
  'developers/audit-log',
]

type Times = { shell: number; rows: number }

const server = await startChromium({ fonts: 'package' })
const browser = await chromium.connect(server.wsEndpoint())
try {
  const cookies = await signIn(browser)
  const table: Record<string, object> = {}
  for (const path of own ? MONEY_PAGES : USAGE_PAGES) {
    const rounds = []
    process.stderr.write(`${path}\n`)
    for (let round = 0; round < REPEATS; round += 1) rounds.push(await visitTwice(cookies, path))
    table[path] = {
      'cold shell': text(rounds.map(({ cold }) => cold.shell)),
      'cold rows': text(rounds.map(({ cold }) => cold.rows)),
      'warm shell': text(rounds.map(({ warm }) => warm.shell)),
      'warm rows': text(rounds.map(({ warm }) => warm.rows)),
    }
  }
  console.table(table)
  console.table({ 'a key in a search': await typeIn(cookies, 'invoices') })
} finally {
  await browser.close()
  await server.close()
  await own?.close()
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

async function signIn(from: Browser): Promise<Cookies> {
  const context = await from.newContext({ baseURL: origin })
  const headers = { origin }
  const answer = await context.request.post('/v1/auth/sign-in', {
    data: { email, password },
    headers,
  })
  if (answer.status() !== 204) throw new Error(`signing in was answered ${answer.status()}`)
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

async function visitTwice(cookies: Cookies, path: string): Promise<{ cold: Times; warm: Times }> {
  const context = await browser.newContext({ baseURL: origin })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const cold = await visit(page, path)
  await page.goto('about:blank')
  const warm = await visit(page, path)
  await context.close()
  return { cold, warm }
}

async function visit(page: Page, path: string): Promise<Times> {
  const start = performance.now()
  const since = () => Math.round(performance.now() - start)
  await page.goto(`/o/${slug}/${path}`, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const shell = since()
  await page.locator('tbody tr:not(:has(.mantine-Skeleton-root)) td').first().waitFor()
  return { shell, rows: since() }
}

/**
 * Returns the milliseconds from each key press to the paint of its letter, while the list reloads.
 */
async function typeIn(cookies: Cookies, path: string): Promise<object> {
  const context = await browser.newContext({ baseURL: origin })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await visit(page, path)
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { times })
    // One frame after the frame that handled the key, the letter is painted.
    addEventListener('keydown', ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
    )
  })
  await page.locator('[data-search]').focus()
  for (const key of KEYS) await page.keyboard.press(key, { delay: 40 })
  const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times)
  await context.close()
  return { 'key to paint': text(times.map(Math.round)) }
}

/** Formats the median and the maximum. */
function text(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  return `${sorted[Math.floor(sorted.length / 2)]} / ${sorted.at(-1)}`
}
