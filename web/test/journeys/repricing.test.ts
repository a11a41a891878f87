import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { advanceAllocations } from '../../../server/src/features/cost-allocations/advance.ts'
import { continueRuns } from '../../../server/src/features/repricing/work.ts'
import { must } from '../../../server/test/support/app.ts'
import { llm, unknownModel } from '../../../server/test/support/usage.ts'
import { givenOrganization, givenSignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { DESKTOP, PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const DAY = '2026-03-10'
/** The space around the dash depends on the browser. */
const MARCH = /^1.{1,3}31 Mar 2026$/
const OWN = { model: 'gpu-8b', modelProvider: 'in-house' }

async function givenUsage() {
  const given = await givenOrganization(site, 'Acme Robotics')
  await must(given.api.record(llm({ usageDate: DAY }), llm({ usageDate: DAY })))
  return given
}

type Given = Awaited<ReturnType<typeof givenUsage>>

async function open({ organization, owner }: Given, path: string, cookie = owner.cookie) {
  const page = await newPage({ cookie })
  await page.goto(`/o/${organization.slug}${path}`)
  await settled(page)
  return page
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name })

async function fillDays(page: Page, first: string, last: string) {
  const dialog = page.getByRole('dialog', { name: 'Reprice usage' })
  await dialog.getByRole('textbox', { name: 'First usage date' }).fill(first)
  await dialog.getByRole('textbox', { name: 'Last usage date' }).fill(last)
  await dialog.getByLabel('Reason').focus()
  return dialog
}

test('usage is repriced from a cost rate: previewed, run, watched and reversed', async () => {
  const given = await givenUsage()
  const rate = { modelProvider: 'openai', model: 'gpt-4o', percentOff: 20 }
  const { id } = await must(
    given.owner.api.post('/v1/cost-rates', { ...rate, effectiveFrom: '2026-03-01' }),
  )
  const page = await open(given, `/developers/cost-rates?rate=${id}`)
  await page.getByRole('button', { name: 'Reprice since 1 Mar 2026' }).click()
  const dialog = await fillDays(page, '2026-03-01', '2026-03-31')
  expect(await dialog.getByLabel('Model').inputValue()).toBe('gpt-4o')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Customers: 1').waitFor()
  const customers = dialog.getByRole('region', { name: 'Changes by Customers' })
  await expect
    .poll(() => customers.getByRole('row').last().getByRole('cell').allTextContents())
    .toEqual([expect.any(String), '2', '$0.015', '$0.012'])
  await dialog.getByText('Days: 1').waitFor()
  // Another scope needs another preview.
  await dialog.getByLabel('Model').fill('gpt-4o-mini')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('None', { exact: true }).waitFor()
  await dialog.getByLabel('Model').fill('gpt-4o')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Customers: 1').waitFor()
  await dialog.getByRole('button', { name: 'Start run' }).click()

  const panel = page.getByRole('dialog', { name: MARCH })
  await panel.getByText('It starts within a minute, or after an earlier run.').waitFor()
  await continueRuns(site.dependencies)
  await panel.getByText('It is done: 2 events read, 2 changed.').waitFor()
  await panel.getByRole('button', { name: 'Reverse run' }).click()
  await page
    .getByRole('dialog', { name: 'Reverse run?' })
    .getByRole('button', { name: 'Reverse run' })
    .click()
  const reversal = page.getByRole('dialog', { name: /^Reversal, 1.{1,3}31 Mar 2026$/ })
  await reversal.waitFor()
  await continueRuns(site.dependencies)
  await reversal.getByText('It is done: 2 events read, 2 changed.').waitFor()
  await reversal.getByRole('link', { name: 'Open the run' }).click()
  await panel.getByText('Another run restores the costs.').waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
  await row(page, /^1.{1,3}31 Mar 2026/)
    .getByText('Reversed')
    .waitFor()
  const { results } = await must(given.api.get('/v1/events'))
  expect(results.map((one: { usageCost: string }) => one.usageCost)).toEqual([
    ...['0.0075000000', '0.0075000000'],
  ])
  await page.goto(`/o/${given.organization.slug}/events?event=${results[0].id}`)
  const event = page.getByRole('dialog')
  await event.getByText('Cost $0.0075 to $0.006', { exact: true }).waitFor()
  await event.getByText('Cost $0.006 to $0.0075', { exact: true }).waitFor()
  await event.getByRole('link', { name: 'Open the run' }).first().click()
  await page.getByRole('dialog', { name: /1.{1,3}31 Mar 2026$/ }).waitFor()
})

test('a queued run is cancelled, and days in the wrong order are refused at the field', async () => {
  const given = await givenUsage()
  const page = await open(given, '/developers/repricing')
  await page.getByText('No repricing runs yet').waitFor()
  await page.getByRole('button', { name: 'Reprice usage' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reprice usage' })
  await dialog.getByRole('button', { name: 'Preview' }).click()
  expect(await dialog.getByText('Choose a day', { exact: true }).count()).toBe(2)
  await fillDays(page, '2026-03-31', '2026-03-01')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Choose a day that is not before the first one').waitFor()
  await fillDays(page, '2026-03-01', '2026-03-31')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Start run' }).click()
  const panel = page.getByRole('dialog', { name: MARCH })
  await panel.getByRole('button', { name: 'Cancel run' }).click()
  const confirm = page.getByRole('dialog', { name: 'Cancel run?' })
  await confirm.getByRole('button', { name: 'Cancel run' }).click()
  await panel.getByText('It was cancelled: 0 events read, 0 changed.', { exact: false }).waitFor()
  expect(
    await panel.getByRole('button', { name: 'Reverse run' }).getAttribute('aria-disabled'),
  ).toBe('true')
})

test('a monthly amount is spread over what ran, shown as provisional, and ended', async () => {
  const given = await givenUsage()
  const page = await open(given, '/developers/cost-allocations')
  await page.getByText('No cost allocations yet').waitFor()
  await must(given.api.record(unknownModel(OWN)))
  await page.getByRole('button', { name: 'Add an allocation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an allocation' })
  await dialog.getByLabel('Model').fill(OWN.model)
  await dialog.getByLabel('Provider').fill(OWN.modelProvider)
  await dialog.getByRole('button', { name: 'Add allocation' }).click()
  await dialog.getByText('Enter an amount, such as 1800').waitFor()
  await dialog.getByLabel('Amount a month').fill('-1')
  await dialog.getByRole('button', { name: 'Add allocation' }).click()
  await dialog.getByText(/^Must be a decimal above 0/).waitFor()
  await dialog.getByLabel('Amount a month').fill('1800')
  await dialog.getByLabel('First month').fill('2026-1')
  await dialog.getByRole('button', { name: 'Add allocation' }).click()
  await dialog.getByText(/^Must /).waitFor()
  await dialog.getByLabel('First month').fill('')
  await dialog.getByRole('button', { name: 'Add allocation' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await row(page, OWN.model)
    .getByText(/^Provisional until/)
    .waitFor()
  await advanceAllocations(site.dependencies)

  await row(page, OWN.model).getByRole('link').first().click()
  const panel = page.getByRole('dialog', { name: OWN.model })
  await panel.getByText('Units').waitFor()
  await panel.getByRole('link', { name: 'Open the rate' }).click()
  const rate = page.getByRole('dialog', { name: OWN.model })
  await rate
    .getByText(/^Provisional until/)
    .first()
    .waitFor()
  await rate.getByRole('link', { name: 'Open the allocation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: `Actions for ${OWN.model}` }).click()
  await page.getByRole('menuitem', { name: 'End' }).click()
  const end = page.getByRole('dialog', { name: 'End allocation' })
  await end.getByRole('button', { name: 'End allocation' }).click()
  await page.getByText(/^The allocation ends with/).waitFor()
})

test('reported costs are compared by model, the largest difference first', async () => {
  const given = await givenUsage()
  const page = await open(given, '/analytics/reported-costs')
  await page.getByText('No reported costs in this date range').waitFor()
  await page.getByText('reportedCostUsd').waitFor()
  await must(
    given.api.record(
      llm({ reportedCostUsd: 0.0076 }),
      llm({ model: 'gpt-4o-mini', reportedCostUsd: 2 }),
    ),
  )
  await page.reload()
  const table = page.getByRole('table', { name: 'Difference by model' })
  await table.waitFor()
  const names = async () =>
    (await table.getByRole('row').allTextContents()).slice(1).map((text) => text.slice(0, 11))
  expect(await names()).toEqual(['gpt-4o-mini', 'gpt-4o open'])
  await table.getByRole('button', { name: 'Computed' }).click()
  expect(await names()).toEqual(['gpt-4o open', 'gpt-4o-mini'])
  await page.getByRole('link', { name: 'View events' }).click()
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
})

test('a viewer sees runs and allocations, and which roles may change them', async () => {
  const given = await givenUsage()
  await must(given.owner.api.post('/v1/cost-allocations', { ...OWN, amount: 10 }))
  await must(given.owner.api.post('/v1/repricing-runs', { from: '2026-03-01', to: '2026-04-01' }))
  const { cookie } = await givenSignedIn(site, {
    role: 'viewer',
    organizationId: given.organization.id,
  })
  for (const [path, name] of [
    ['/developers/repricing', 'Reprice usage'],
    ['/developers/cost-allocations', 'Add an allocation'],
  ] as const) {
    const page = await open(given, path, cookie)
    const action = page.getByRole('button', { name })
    expect(await action.getAttribute('aria-description')).toBe(
      'Only admins and owners can set cost rates and reprice usage',
    )
  }
})

test('names of 255 letters do not widen the pages, on a desktop or a phone', async () => {
  const given = await givenUsage()
  const wide = { model: 'W'.repeat(255), modelProvider: 'W'.repeat(255) }
  const { id } = await must(given.owner.api.post('/v1/cost-allocations', { ...wide, amount: 1 }))
  const scope = { from: '2026-03-01', to: '2026-04-01', model: 'W'.repeat(64) }
  const run = await must(given.owner.api.post('/v1/repricing-runs', scope))
  for (const viewport of [DESKTOP, PHONE]) {
    for (const path of [
      `/developers/cost-allocations?allocation=${id}`,
      `/developers/repricing?run=${run.id}`,
    ]) {
      const page = await open(given, path)
      await page.setViewportSize(viewport)
      await settled(page)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBe(viewport.width)
    }
  }
})
