import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../server/test/support/database.ts'
import { useOpened } from '../../../server/test/support/use-app.ts'
import { atHome } from '../support/at-home.ts'
import { PASSWORD } from '../support/people.ts'
import { startService } from '../support/start-service.ts'
import { useBrowser } from '../support/use-browser.ts'

/** The service as an operator starts it, in front of a database with nothing in it. */
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

test('the first owner is made by the link that is printed, and by nobody else', async () => {
  const stranger = await newPage()
  await stranger.goto('/')
  await title(stranger, 'Open the link that was printed').waitFor()
  await stranger.goto('/setup?token=guessed')
  await fillIn(stranger, 'mallory@evil.example')
  await stranger.getByRole('alert').waitFor()

  const page = await newPage()
  await page.goto(site.setupLink)
  await fillIn(page, 'ann@acme.test')
  await atHome(page, 'Acme Robotics')
  expect(new URL(page.url()).pathname).toMatch(/^\/o\/[\w-]+\/home$/)
  expect(page.url()).not.toContain('token')

  const late = await newPage()
  await late.goto(site.setupLink)
  await title(late, 'Sign in').waitFor()
})

async function fillIn(page: Page, email: string) {
  await title(page, 'Set up Piecework').waitFor()
  await page.getByLabel('Organization').fill('Acme Robotics')
  await page.getByLabel('Your name').fill('Ann Lee')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}
