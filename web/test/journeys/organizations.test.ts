import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addMember } from '../../../server/src/features/members/join.ts'
import { must } from '../../../server/test/support/app.ts'
import { llm } from '../../../server/test/support/usage.ts'
import { atHome } from '../support/at-home.ts'
import { givenOrganization } from '../support/people.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** Creates a user who owns two organizations. */
async function givenOwnerOfTwo() {
  const one = await givenOrganization(site, 'First Robotics')
  const two = await givenOrganization(site, 'Second Robotics')
  const { organization: first, owner } = one
  const { organization: second } = two
  await site.dependencies.db
    .transaction()
    .execute((tx) =>
      addMember(tx, { organizationId: second.id, userId: owner.userId, role: 'owner' }, new Date()),
    )
  return { first, second, owner, apis: [one.api, two.api] as const }
}

test('two tabs with two organizations never mix', async () => {
  const { first, second, owner, apis } = await givenOwnerOfTwo()
  const one = await newPage({ cookie: owner.cookie })
  await one.goto(`/o/${first.slug}/home`)
  await atHome(one, first.name)
  const two = await one.context().newPage()
  await two.goto(`/o/${second.slug}/home`)
  await atHome(two, second.name)

  await must(apis[0].record(llm({ customerExternalId: 'customer-of-the-first' })))
  await must(apis[1].record(llm({ customerExternalId: 'customer-of-the-second' })))
  for (const tab of [one, two]) await tab.reload()
  await one.getByRole('row').filter({ hasText: 'customer-of-the-first' }).first().waitFor()
  await two.getByRole('row').filter({ hasText: 'customer-of-the-second' }).first().waitFor()
  expect(await one.getByText('customer-of-the-second').count()).toBe(0)
  expect(await two.getByText('customer-of-the-first').count()).toBe(0)
})

test('switching opens the other organization, which becomes the default', async () => {
  const { first, second, owner } = await givenOwnerOfTwo()
  const page = await newPage({ cookie: owner.cookie })
  await page.goto(`/o/${first.slug}/home`)
  await atHome(page, first.name)
  await page.getByRole('button', { name: `Organization: ${first.name}. Switch` }).click()
  await page.getByRole('menuitem', { name: second.name }).click()
  await atHome(page, second.name)
  await page.goto('/')
  await atHome(page, second.name)
})

test('a foreign organization looks like one that does not exist', async () => {
  const { owner } = await givenOrganization(site, 'Own Robotics')
  const { organization: others } = await givenOrganization(site, 'Their Robotics')
  const page = await newPage({ cookie: owner.cookie })
  const shown = []
  for (const slug of [others.slug, 'never-was']) {
    await page.goto(`/o/${slug}/home`)
    await title(page, 'Page not found').waitFor()
    shown.push(await page.getByRole('main').innerText())
  }
  expect(shown[0]).toBe(shown[1])
})
