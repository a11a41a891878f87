import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, must } from '../../../server/test/support/app.ts'
import { llm, recordEvent, times, unknownModel } from '../../../server/test/support/usage.ts'
import { givenOrganization, type Organization, type SignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const MINUTE_MS = 60_000
const COUNT = 60

let organization: Organization
let owner: SignedIn
let api: Api
beforeAll(async () => {
  ;({ organization, owner, api } = await givenOrganization(site, 'Acme Robotics'))
  await must(
    api.record(
      ...times(COUNT, (index) =>
        llm({
          customerExternalId: index % 3 === 0 ? 'northwind' : 'initech',
          signalName: index % 2 === 0 ? 'ticket' : 'call',
          runId: `run-${index % 4}`,
          usageDate: new Date(Date.now() - (index + 1) * MINUTE_MS).toISOString(),
        }),
      ),
    ),
  )
  await api.record(unknownModel({ customerExternalId: 'globex', usageDate: '2026-01-05' }))
})

async function openEvents(search = '', who = { organization, owner }) {
  const page = await newPage({ cookie: who.owner.cookie })
  await page.goto(`/o/${who.organization.slug}/events${search}`)
  await settled(page)
  return page
}

const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const caption = (page: Page) => page.getByRole('status').filter({ hasText: / of / })
const chips = (page: Page) => page.getByRole('button', { name: /^Remove filter/ })
const rows = (page: Page) => page.getByRole('table').first().locator('tbody tr')

const customerField = (page: Page) => page.getByRole('combobox', { name: 'Customer' })

async function pickCustomer(page: Page, name: string) {
  await customerField(page).fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}

describe('the filter of events', () => {
  test('is in the URL and in chips: it survives a reload, Back and a shared link', async () => {
    const page = await openEvents()
    await expect.poll(() => caption(page).textContent()).toBe('1–25 of 61')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(() => parameters(page)).toEqual({ page: '2' })

    await pickCustomer(page, 'northwind')
    // Another filter starts at the first page.
    await expect.poll(() => Object.keys(parameters(page))).toEqual(['customerId'])
    await expect.poll(() => caption(page).textContent()).toBe('1–20 of 20')
    await page.getByLabel('Run').fill('run-3')
    await expect.poll(() => caption(page).textContent()).toBe('1–5 of 5')
    expect(await chips(page).count()).toBe(2)

    await page.reload()
    await settled(page)
    await expect.poll(() => caption(page).textContent()).toBe('1–5 of 5')
    await expect.poll(() => customerField(page).inputValue()).toBe('northwind')
    const sent = await openEvents(new URL(page.url()).search)
    await expect.poll(() => caption(sent).textContent()).toBe('1–5 of 5')

    await page.goBack()
    await expect.poll(() => parameters(page)).toEqual({ page: '2' })
    await expect.poll(() => caption(page).textContent()).toBe('26–50 of 61')
    expect(await chips(page).count()).toBe(0)
  })

  test.each([
    ['?eventProcessed=UNCOSTED', '1–1 of 1'],
    ['?eventProcessed=PROCESSED&range=7d', '1–25 of 60'],
    ['?from=2026-01-01&to=2026-01-31', '1–1 of 1'],
    ['?from=2026-01-31&to=2026-01-01', '1–1 of 1'],
    [
      '?eventProcessed=nonsense&customerId=1&page=-3&from=yesterday&limit=7&sort=evil',
      '1–25 of 61',
    ],
  ])('%s shows %s, and invalid values are dropped', async (search, expected) => {
    const page = await openEvents(search)
    await expect.poll(() => caption(page).textContent()).toBe(expected)
  })

  test('is removed by its chips, one by one or all at once', async () => {
    const page = await openEvents('?runId=nobody&range=7d')
    await page.getByText('No events match').waitFor()
    await page.getByRole('button', { name: 'Remove filter Run: nobody' }).click()
    await expect.poll(() => parameters(page)).toEqual({ range: '7d' })
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect.poll(() => parameters(page)).toEqual({})
    await expect.poll(() => caption(page).textContent()).toBe('1–25 of 61')
  })

  test('applies to an export, which has all matching events', async () => {
    const page = await openEvents('?runId=run-1')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^events.*\.csv$/)
    const lines = (await text(await saved.createReadStream())).trim().split('\r\n')
    expect(lines).toHaveLength(1 + COUNT / 4)
  })
})

describe('an event next to the list', () => {
  test('opens by keyboard, steps through the filtered list, and returns the focus to its row', async () => {
    const page = await openEvents('?runId=run-2')
    await rows(page).first().waitFor()
    // The key listener exists once the rows do.
    await expect
      .poll(async () => {
        await page.keyboard.press('k')
        return page.evaluate(() => document.activeElement?.matches('tr[data-row]'))
      })
      .toBe(true)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog')
    await panel.waitFor()
    const open = () => parameters(page).event
    const ids = await rows(page).evaluateAll((all) => all.map((row) => row.dataset.rowKey))
    await expect.poll(open).toBe(ids[1])
    await panel.getByText('gpt-4o/input').waitFor()
    await page.keyboard.press('j')
    await expect.poll(open).toBe(ids[2])
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect.poll(open).toBe(ids[0])
    expect(parameters(page).runId).toBe('run-2')

    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect(parameters(page)).toEqual({ runId: 'run-2' })
    const focused = await page.evaluate(
      () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.rowKey,
    )
    expect(focused).toBe(ids[0])
  })

  test('steps across page boundaries', async () => {
    const page = await openEvents()
    await rows(page).last().getByRole('link').first().click()
    const panel = page.getByRole('dialog')
    await panel.getByText('gpt-4o/input').waitFor()
    const last = parameters(page).event
    await page.keyboard.press('j')
    await expect.poll(() => caption(page).textContent()).toBe('26–50 of 61')
    await expect.poll(() => parameters(page).event).not.toBe(last)
    await panel.getByRole('button', { name: 'Previous row' }).click()
    await expect.poll(() => parameters(page)).toEqual({ event: last })
  })

  test('shows all details of an event: lines, price, metadata, run, key; and opens by its link', async () => {
    const { id } = await recordEvent(
      api,
      llm({
        customerExternalId: 'details',
        runId: 'run of details',
        idempotencyKey: 'key of details',
        metadata: { ticket: 42 },
        usageDate: '2026-02-01T10:00:00Z',
      }),
    )
    const page = await openEvents(`?event=${id}`)
    const panel = page.getByRole('dialog')
    for (const part of [
      '$0.0075',
      'gpt-4o/output',
      'run of details',
      'key of details',
      '"ticket": 42',
    ]) {
      await panel.getByText(part).first().waitFor()
    }
    await panel.getByText('None (not billed)').waitFor()
    await panel.getByText(/Price of gpt-4o \(openai\), since \d+ \w+ 20\d\d/).waitFor()
    await panel.getByRole('link', { name: 'run of details' }).click()
    await expect.poll(() => caption(page).textContent()).toBe('1–1 of 1')
  })

  test('leads to the page of its customer, as its row does', async () => {
    const page = await openEvents('?runId=run-1')
    const row = rows(page).filter({ hasText: 'initech' }).first()
    await row.getByRole('link').first().click()
    await page.getByRole('dialog').getByRole('link', { name: 'initech' }).click()
    await page.getByRole('heading', { level: 1, name: 'initech' }).waitFor()
    const customer = new URL(page.url()).pathname
    expect(customer).toMatch(/\/customers\/[\da-f-]{36}$/)

    await page.goBack()
    await row.getByRole('link', { name: 'initech' }).click()
    await page.getByRole('heading', { level: 1, name: 'initech' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(customer)
  })

  test('without a cost shows the reason, and links to the page that adds one', async () => {
    const page = await openEvents('?eventProcessed=UNCOSTED')
    await rows(page).first().getByRole('link').first().click()
    const panel = page.getByRole('dialog')
    await panel.getByText('house-model (in-house) is not in the catalog.').waitFor()
    await panel.getByRole('link', { name: 'Map house-model' }).click()
    await page.getByRole('dialog', { name: 'house-model' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/unknown-costs$/)
  })

  test('that was amended to an unknown model warns that its cost is lost', async () => {
    const idempotencyKey = 'amended'
    const { id } = await recordEvent(api, llm({ customerExternalId: 'typo', idempotencyKey }))
    const services = [{ model: 'gpt-40', modelProvider: 'openai', inputTokens: 10 }]
    await must(api.post(`/v1/events/${id}/amend`, { services, reason: 'Other tokens' }))
    const page = await openEvents(`?event=${id}`)
    const panel = page.getByRole('dialog')
    await panel.getByText('gpt-40 (openai) is not in the catalog.').waitFor()
    await panel.getByText('Warning: this amendment made the cost unknown.').waitFor()
  })

  test('that does not exist shows a message', async () => {
    const page = await openEvents('?event=01890000-0000-7000-8000-000000000000')
    await page.getByText('This organization has no event with this id.').waitFor()
  })
})

describe('a new event', () => {
  test('is counted in live mode, and appears only on request', async () => {
    const given = await givenOrganization(site, 'Live Robotics')
    await must(given.api.record(llm({ customerExternalId: 'first' })))
    const page = await openEvents('', given)
    await rows(page).first().waitFor()
    await page.getByRole('switch', { name: 'Live' }).check({ force: true })
    await must(
      given.api.record(
        llm({ customerExternalId: 'second' }),
        llm({ customerExternalId: 'second' }),
      ),
    )
    const arrived = page.getByRole('button', { name: '2 new' })
    await arrived.waitFor()
    expect(await rows(page).count()).toBe(1)
    await arrived.click()
    await expect.poll(() => rows(page).count()).toBe(3)
    await arrived.waitFor({ state: 'hidden' })
  })

  test('replaces the command to paste if it is the first', async () => {
    const given = await givenOrganization(site, 'New Robotics')
    const page = await openEvents('', given)
    await page.getByText('Waiting for the first event').waitFor()
    await page.getByText(`curl ${site.origin}/v1/usage/record`).waitFor()
    await must(given.api.record(llm({ customerExternalId: 'arrived' })))
    await rows(page).filter({ hasText: 'arrived' }).filter({ hasText: '$0.0075' }).waitFor()
  })
})

test('events are corrected from a file, after a preview that names the rows with problems', async () => {
  const who = await givenOrganization(site, 'Hooli')
  const used = llm({ customerExternalId: 'acme', idempotencyKey: 'ticket-1', quantity: 5 })
  await must(who.api.record(used))
  const page = await openEvents('', who)
  await page.getByRole('button', { name: 'Correct from a file' }).click()
  const dialog = page.getByRole('dialog')
  const csv = 'customerExternalId,idempotencyKey\nacme,ticket-1\nacme,ticket-2\n'
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'mistakes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  await dialog.getByText('mistakes.csv').waitFor()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('1 row has a problem and changes nothing.').waitFor()
  await dialog.getByRole('cell', { name: 'ticket-2' }).waitFor()
  await dialog.getByRole('button', { name: 'Correct 1 event' }).click()
  await page.getByText('1 event corrected').waitFor()
  const { results } = await must(who.api.get('/v1/events'))
  expect(results[0]).toMatchObject({ quantity: '0', voidedAt: expect.any(String) })
})

test('the evidence of an outcome is a link that names its host, and text', async () => {
  const who = await givenOrganization(site, 'Massive Dynamic')
  const proof = { evidenceUrl: 'https://desk.example/tickets/1', evidence: 'Closed\nby the user' }
  await must(who.api.record(llm({ customerExternalId: 'acme', runId: 'run-1', ...proof })))
  const { results } = await must(who.api.get('/v1/events'))
  const page = await openEvents(`?event=${results[0].id}`, who)
  const panel = page.getByRole('dialog')
  const link = panel.getByRole('link', { name: 'Evidence at desk.example' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe(proof.evidenceUrl)
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  expect(await link.getAttribute('target')).toBe('_blank')
  await panel.getByText(/Closed\s+by the user/).waitFor()
})
