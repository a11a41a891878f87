/**
 * How long lists take in a browser, over a service that runs already with much in it:
 * `npm run bench:pages -w web -- ORIGIN SLUG EMAIL PASSWORD`. Milliseconds from the navigation to the frame
 * (side bar and title) and to the first row; first with nothing kept, then again in the same browser.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { startChromium } from '../support/start-chromium.ts'

const REPEATS = 5
const [origin = '', slug = '', email = '', password = ''] = process.argv.slice(2)
if (password === '') {
  throw new Error('usage: npm run bench:pages -w web -- ORIGIN SLUG EMAIL PASSWORD')
}

const PAGES = [
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
  for (const path of PAGES) {
    const rounds = []
    for (let round = 0; round < REPEATS; round += 1) rounds.push(await visitTwice(cookies, path))
    table[path] = {
      'cold shell': text(rounds.map(({ cold }) => cold.shell)),
      'cold rows': text(rounds.map(({ cold }) => cold.rows)),
      'warm shell': text(rounds.map(({ warm }) => warm.shell)),
      'warm rows': text(rounds.map(({ warm }) => warm.rows)),
    }
  }
  console.table(table)
} finally {
  await browser.close()
  await server.close()
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

/** The median, and the worst. */
function text(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  return `${sorted[Math.floor(sorted.length / 2)]} / ${sorted.at(-1)}`
}
