/**
 * Takes screenshots of every page: light, dark and on a phone, empty and filled.
 *
 *   npm run shots -w web
 *   npm run shots -w web -- customer agent
 *
 * They go to web/shots for manual review and are not compared with anything. Words after `--`
 * select the pages with one of these words in their names.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { settled } from '../support/settled.ts'
import { startChromium } from '../support/start-chromium.ts'
import { startService } from '../support/start-service.ts'
import {
  DIALOGS,
  PAGES_OF_CUSTOMERS,
  PAGES_OF_PEOPLE,
  PAGES_OF_STRANGERS,
  type Shot,
} from './pages.ts'
import { startReceiver } from './webhook-world.ts'
import { fill, setUp, visitPortal } from './world.ts'

const WORDS = process.argv.slice(2)
const isAsked = ({ name }: Shot) => WORDS.length === 0 || WORDS.some((word) => name.includes(word))

const FOLDER = join(import.meta.dirname, '../../shots')
const VIEWS = [
  { view: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { view: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { view: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const dataDir = await mkdtemp(join(tmpdir(), 'piecework-shots-'))
const server = await startChromium({ fonts: 'machine' })
const browser = await chromium.connect(server.wsEndpoint())
const receiver = await startReceiver()
const service = await startService({ dataDir })
try {
  const { origin, setupLink } = service
  await shoot(browser, origin, '', [
    { name: 'set-up', path: setupLink.slice(origin.length) },
    { name: 'set-up-without-link', path: '/setup' },
  ])
  const { slug, cookie } = await setUp(service)
  await shoot(browser, origin, '', PAGES_OF_STRANGERS)
  await shoot(browser, origin, cookie, PAGES_OF_PEOPLE(slug, 'empty'))
  const { viewer, invitation } = await fill(origin, slug, receiver.origin)
  await shoot(browser, origin, '', [{ name: 'invitation', path: invitation }])
  await shoot(browser, origin, cookie, PAGES_OF_PEOPLE(slug, 'filled'))
  await shoot(browser, origin, cookie, DIALOGS(slug))
  await shoot(browser, origin, viewer, PAGES_OF_PEOPLE(slug, 'viewer'))
  const customer = await visitPortal(origin, slug, 'northwind')
  await shoot(browser, origin, customer, PAGES_OF_CUSTOMERS)
  const prepaid = await visitPortal(origin, slug, 'contoso')
  await shoot(browser, origin, prepaid, [{ name: 'portal-credit-long', path: '/portal/credit' }])
} finally {
  await browser.close()
  await server.close()
  await service.stop()
  receiver.close()
  await rm(dataDir, { recursive: true, force: true })
}
process.stdout.write(`The pictures are in ${FOLDER}\n`)

async function shoot(from: Browser, origin: string, cookie: string, shots: readonly Shot[]) {
  for (const { view, ...options } of VIEWS) {
    const context = await from.newContext({ baseURL: origin, reducedMotion: 'reduce', ...options })
    if (cookie !== '') {
      const [name = '', value = ''] = cookie.split(/=(.*)/s)
      await context.addCookies([{ name, value, url: origin }])
    }
    const page = await context.newPage()
    for (const shot of shots.filter(isAsked)) {
      await take(page, shot, join(FOLDER, `${shot.name}-${view}.png`)).catch((error: unknown) => {
        process.stderr.write(`${shot.name}, ${view}: ${String(error)}\n`)
        process.exitCode = 1
      })
    }
    await context.close()
  }
}

async function take(page: Page, { path, act, isWhole = true }: Shot, file: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  await act?.(page)
  await page.screenshot({ path: file, fullPage: isWhole })
}
