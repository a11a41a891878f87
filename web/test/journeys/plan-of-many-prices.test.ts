import { beforeEach, expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { strategiesOf } from '../../../server/test/support/given.ts'
import { times } from '../../../server/test/support/usage.ts'
import { givenOrganization } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { focusedName } from '../support/tab-to.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

let given: Awaited<ReturnType<typeof givenOrganization>>
beforeEach(async () => {
  given = await givenOrganization(site, 'Acme Robotics')
})

/** Opens the editor of a plan with 60 fees, of which 25 are on a page. */
async function openEditor() {
  const plan = await must(given.api.post('/v1/pricing-plans', { name: 'Catalogue' }))
  const fees = times(60, (n) => ({ name: `Fee ${n + 1}`, chargeType: 'recurring', rate: n + 1 }))
  await must(given.api.post(strategiesOf(plan.id), fees))
  const page = await newPage({ cookie: given.owner.cookie })
  await page.goto(`/o/${given.organization.slug}/plans/${plan.id}/prices`)
  await settled(page)
  const card = (name: string) => page.getByRole('group', { name, exact: true })
  const range = (text: string) =>
    page.getByRole('group', { name: 'Pages of prices' }).getByText(text).waitFor()
  return { page, planId: plan.id as string, card, range }
}

test('a plan of many prices has pages, and keeps what was typed on another page', async () => {
  const { page, planId, card, range } = await openEditor()
  await range('1–25 of 60')
  await card('Fee 2').getByLabel('USD per billing period').fill('99')
  await page.getByRole('button', { name: 'Next page' }).click()
  await range('26–50 of 60')
  expect(await card('Fee 2').count()).toBe(0)
  await card('Fee 30').getByLabel('USD per billing period').fill('88')
  await page.getByText('2 prices are not saved').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Prices saved').waitFor()
  const { results } = await must(
    given.api.get(`${strategiesOf(planId)}?limit=100&sortBy=createdAt&sortOrder=asc`),
  )
  const rates = new Map(
    results.map(({ name, rate }: { name: string; rate: number }) => [name, rate]),
  )
  expect([rates.get('Fee 1'), rates.get('Fee 2'), rates.get('Fee 30')]).toEqual([1, 99, 88])
})

test('saving leads to the page of the price with a problem, and adding one to the last page', async () => {
  const { page, card, range } = await openEditor()
  await card('Fee 3').getByLabel('USD per billing period').fill('')
  await page.getByRole('button', { name: 'Add a price' }).click()
  await range('51–61 of 61')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await range('1–25 of 61')
  await expect.poll(() => focusedName(page)).toBe('USD per billing period')
})
