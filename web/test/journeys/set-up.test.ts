import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../server/test/support/database.ts'
import { useOpened } from '../../../server/test/support/use-app.ts'
import { atHome } from '../support/at-home.ts'
import { PASSWORD } from '../support/people.ts'
import { startService } from '../support/start-service.ts'
import { useBrowser } from '../support/use-browser.ts'

/** A service as an operator starts it, with an empty database. */
const site = useOpened(async () => {
  const database = await createEmptyDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-web-'))
  const service = await startService({ dataDir, env: { DATABASE_URL: database.url } })
  return {
    ...service,
    close: async () => {
      await service.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
})
const { newPage } = useBrowser(site)

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

test('only the printed link creates the first owner', async () => {
  const stranger = await newPage()
  await stranger.goto('/')
  await title(stranger, 'Open the setup link').waitFor()
  await stranger.goto('/setup?token=guessed')
  await fillIn(stranger, 'mallory@evil.example')
  await stranger.getByRole('alert').waitFor()

  const page = await newPage()
  await page.goto(site.setupLink)
  await fillIn(page, 'ann@acme.test')
  await atHome(page, 'Acme Robotics')
  expect(new URL(page.url()).pathname).toMatch(/^\/o\/[\w-]+\/home$/)
  expect(page.url()).not.toContain('token')

  await recordFirstEvent(page)

  const late = await newPage()
  await late.goto(site.setupLink)
  await title(late, 'Sign in').waitFor()
})

/** Creates another key, runs the command with curl and waits for the event. */
async function recordFirstEvent(page: Page) {
  const block = page.getByRole('tabpanel')
  await page.getByText('Waiting for the first event').waitFor()
  // The key of the setup was shown once; after a reload, a click creates another.
  await block.getByText(/x-api-key: pw_\w+/).waitFor()
  await page.reload()
  await block.getByText('x-api-key: YOUR_KEY').waitFor()
  await page.getByRole('button', { name: 'Create a key and fill it in' }).click()
  await page.getByText('shown only now').waitFor()
  await block.getByText(/x-api-key: pw_\w+/).waitFor()
  await promisify(execFile)('sh', ['-c', (await block.locator('pre').textContent()) ?? ''])

  await page.getByText('Event received: ticket-resolved for acme').waitFor()
  await page.getByText('$0.0065').first().waitFor()
  await page.getByRole('link', { name: 'View event' }).click()
  const panel = page.getByRole('dialog', { name: 'ticket-resolved' })
  await panel.getByText('Price of gpt-4o (openai)').waitFor()
  const input = panel.getByRole('row').filter({ hasText: 'gpt-4o/input' })
  expect(await input.getByRole('cell').allTextContents()).toEqual([
    'gpt-4o/input',
    '1,200',
    '$0.0000025',
    '$0.003',
  ])
}

async function fillIn(page: Page, email: string) {
  await title(page, 'Set up Piecework').waitFor()
  await page.getByLabel('Organization').fill('Acme Robotics')
  await page.getByLabel('Your name').fill('Ann Lee')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}
