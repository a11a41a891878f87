import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import {
  chat,
  newSpanId,
  newTraceId,
  outcome,
  sendSpans,
  type TestSpan,
  workOffRuns,
} from '../../../server/test/support/traces.ts'
import { llm, times } from '../../../server/test/support/usage.ts'
import { givenOrganization, givenSignedIn } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { DESKTOP, PHONE, useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const HOUR_MS = 3_600_000
/** Spans of this time are due at once. */
const past = () => new Date(Date.now() - HOUR_MS)
const later = () => new Date(Date.now() + HOUR_MS)

const given = () => givenOrganization(site, 'Acme Robotics')
type Given = Awaited<ReturnType<typeof given>>

/** Sends spans as an exporter does, and lets their run close. */
async function send({ api }: Given, spans: readonly TestSpan[]) {
  await must(sendSpans(api, spans, past()))
  await workOffRuns(site, later)
}

async function open({ organization, owner }: Given, path: string, cookie = owner.cookie) {
  const page = await newPage({ cookie })
  await page.goto(`/o/${organization.slug}${path}`)
  await settled(page)
  return page
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name })

/** A root with a call and a failed tool below it. */
function agentRun(name: string, attributes = outcome()): TestSpan[] {
  const [traceId, root] = [newTraceId(), newSpanId()]
  return [
    { traceId, spanId: root, name, attributes },
    { traceId, parentSpanId: root, name: 'chat gpt-4o', attributes: chat() },
    { traceId, parentSpanId: root, name: 'search', isError: true },
  ]
}

test('the first trace appears by itself, and its page has its spans, cost and event', async () => {
  const org = await given()
  const page = await open(org, '/runs')
  const link = page.getByRole('link', { name: 'Guide', exact: true })
  expect(await link.getAttribute('href')).toBe('/docs/guides/traces#opentelemetry')
  await page.getByText(`OTEL_EXPORTER_OTLP_ENDPOINT=${site.origin}/v1/otlp`).waitFor()
  await send(org, agentRun('resolve ticket'))
  await row(page, 'resolve ticket').getByText('Closed').waitFor()
  const cells = await row(page, 'resolve ticket').getByRole('cell').allTextContents()
  expect(cells).toEqual([
    ...[expect.stringMatching(/^resolve ticket/), 'Closed', 'acme', 'support', 'ticket'],
    ...[expect.any(String), '1.0 s', '$0.0075'],
  ])
  await page.getByRole('link', { name: 'resolve ticket' }).click()
  const spans = page.getByRole('region', { name: 'Spans' })
  await spans.waitFor()
  const rows = await spans.getByRole('row').allTextContents()
  expect(rows.slice(1)).toHaveLength(3)
  expect(rows[1]).toMatch(/^resolve ticket/)
  expect(rows.filter((text) => text.includes('Error'))).toEqual([expect.stringMatching(/^search/)])
  expect(rows).toContain('chat gpt-4o$0.00751.0 sgpt-4o1,000500')
  await page.getByText('Revenue, estimated').waitFor()
  const events = page.getByRole('region', { name: 'Events of the run' })
  await events.getByRole('link', { name: 'ticket' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Open run' }).click()
  await page.getByRole('heading', { level: 1, name: 'resolve ticket' }).waitFor()
})

test('an unassigned run is assigned, and the rule that would have done it is added', async () => {
  const org = await given()
  const unknown = { 'piecework.agent': 'support', 'tenant.id': 'globex' }
  await send(org, agentRun('first', unknown))
  const page = await open(org, '/runs?state=unassigned')
  await row(page, 'first').getByText('Unassigned').waitFor()
  await page.getByRole('link', { name: 'first', exact: true }).click()
  await page.getByText('"tenant.id": "globex"').waitFor()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const assign = page.getByRole('dialog', { name: 'Assign run' })
  const customer = assign.getByLabel('Customer')
  expect(await customer.inputValue()).toBe('globex')
  await customer.fill(' ')
  await assign.getByRole('button', { name: 'Assign run' }).click()
  await assign.getByText('Enter a customer').waitFor()
  await customer.fill('globex')
  await assign.getByLabel('Then add a rule for later runs').check()
  await assign.getByRole('button', { name: 'Assign run' }).click()

  const rule = page.getByRole('dialog', { name: 'Add a rule' })
  expect(await rule.getByLabel('Attribute').inputValue()).toBe('tenant.id')
  await rule.getByRole('button', { name: 'Preview' }).click()
  await rule.getByText('Matches 1 of the latest 1 runs').waitFor()
  // Another rule needs another preview.
  await rule.getByLabel('Attribute').fill('absent')
  await rule.getByRole('button', { name: 'Preview' }).click()
  await rule.getByText('Matches 0 of the latest 1 runs').waitFor()
  await rule.getByLabel('Attribute').fill('tenant.id')
  await rule.getByRole('button', { name: 'Preview' }).click()
  await rule.getByText('Matches 1 of the latest 1 runs').waitFor()
  await rule.getByRole('button', { name: 'Add rule' }).click()
  await rule.waitFor({ state: 'hidden' })
  await workOffRuns(site, later)
  await page.getByRole('link', { name: 'globex' }).first().waitFor()

  await send(org, agentRun('second', unknown))
  await page.getByRole('link', { name: 'Runs', exact: true }).last().click()
  await row(page, 'second').getByText('Closed').waitFor()
  expect(await row(page, 'second').getByRole('cell').allTextContents()).toContain('globex')
})

test('rules are added, moved, applied to earlier runs and deleted', async () => {
  const org = await given()
  await send(org, agentRun('earlier', { 'piecework.agent': 'support', team: 'red' }))
  const page = await open(org, '/attribution-rules')
  await page.getByText('No attribution rules yet').waitFor()
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Enter an attribute').waitFor()
  await dialog.getByLabel('Attribute').fill('team')
  await dialog.getByLabel('External id of the customer').fill('initech')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const matched = dialog.getByRole('region', { name: 'Matched runs' })
  await matched.waitFor()
  expect(await matched.getByRole('row').last().getByRole('cell').allTextContents()).toEqual([
    ...['earlier', 'initech', 'None'],
  ])
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await row(page, 'team is present').waitFor()
  const other = { attribute: 'env', operator: 'prefix', value: 'prod-', target: 'agent' }
  await must(org.owner.api.post('/v1/attribution-rules', other))
  await page.reload()
  const order = async () =>
    (await page.getByRole('row').allTextContents()).slice(1).map((text) => text.slice(1, 5))
  await expect.poll(order).toEqual(['team', 'env '])
  await page.getByRole('button', { name: /^Actions for env/ }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(order).toEqual(['env ', 'team'])
  const { results } = await must(org.api.get('/v1/attribution-rules'))
  expect(results.map((one: { attribute: string }) => one.attribute)).toEqual(['env', 'team'])

  await page.getByRole('button', { name: /^Actions for team/ }).click()
  await page.getByRole('menuitem', { name: 'Assign earlier runs' }).click()
  await page.getByRole('button', { name: 'Assign runs' }).click()
  await page.getByText('1 run is being assigned').waitFor()
  await page.getByRole('button', { name: /^Actions for env/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete rule' }).click()
  await expect.poll(order).toEqual(['team'])
})

test('a run of a thousand spans shows two hundred, and more of them when asked', async () => {
  const org = await given()
  const [traceId, root] = [newTraceId(), newSpanId()]
  const calls = times(1_000, () => ({ traceId, parentSpanId: root, attributes: chat() }))
  await send(org, [{ traceId, spanId: root, name: 'long', attributes: outcome() }, ...calls])
  const page = await open(org, `/runs/${traceId}`)
  const rows = page.getByRole('region', { name: 'Spans' }).getByRole('row')
  await page.getByText('200 of 1,000 are shown.').waitFor()
  expect(await rows.count()).toBe(201)
  for (const shown of [401, 601, 801, 1_001]) {
    await page.getByRole('button', { name: 'Show 200 more' }).click()
    await expect.poll(() => rows.count()).toBe(shown)
  }
  await page.getByText('The first 1,000 of 1,001 spans are shown.').waitFor()
})

test('pages of runs are turned by cursor in both directions, and a filter starts again', async () => {
  const org = await given()
  for (const number of [1, 2, 3]) {
    await send(org, times(20, (index) => agentRun(`run ${number * 100 + index}`)).flat())
  }
  const page = await open(org, '/runs?limit=25')
  const names = async () =>
    (await page.getByRole('row').allTextContents()).slice(1).map((text) => text.slice(0, 7))
  const first = await names()
  expect(first).toHaveLength(25)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(async () => (await names())[0]).not.toBe(first[0])
  const second = await names()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(async () => (await names()).length).toBe(10)
  expect(new Set([...first, ...second, ...(await names())]).size).toBe(60)
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.poll(names).toEqual(second)
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.poll(names).toEqual(first)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(names).toEqual(second)
  await page.getByPlaceholder('Customer id').fill('unknown')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect.poll(names).toEqual(first)
})

test('a run of usage records alone has a page, an unknown one says so', async () => {
  const org = await given()
  const runId = 'nightly/2026 #7'
  await must(org.api.record(llm({ runId })))
  const page = await open(org, `/runs/${encodeURIComponent(runId)}`)
  await page.getByText('The run was recorded without spans.').waitFor()
  await page.getByRole('region', { name: 'Events of the run' }).waitFor()
  const stranger = await given()
  const absent = await open(stranger, `/runs/${encodeURIComponent(runId)}`)
  await absent.getByRole('heading', { name: 'Run not found' }).waitFor()
})

test('a viewer sees runs and rules, and which roles may change them', async () => {
  const org = await given()
  const spans = agentRun('first', { 'tenant.id': 'globex' })
  await send(org, spans)
  const { cookie } = await givenSignedIn(site, {
    role: 'viewer',
    organizationId: org.organization.id,
  })
  for (const [path, name] of [
    [`/runs/${spans[0]?.traceId}`, 'Assign'],
    ['/attribution-rules', 'Add a rule'],
  ] as const) {
    const page = await open(org, path, cookie)
    const action = page.getByRole('button', { name, exact: true })
    expect(await action.getAttribute('aria-disabled')).toBe('true')
  }
})

test('hostile names do not widen the pages, on a desktop or a phone', async () => {
  const org = await given()
  const wide = 'W'.repeat(200)
  const spans = agentRun(`<b>${wide}`, { 'tenant.id': wide, 'piecework.agent': wide })
  await send(org, spans)
  const rule = { attribute: wide, operator: 'equals', value: wide, target: 'customer' }
  await must(org.owner.api.post('/v1/attribution-rules', { ...rule, assigns: wide }))
  for (const viewport of [DESKTOP, PHONE]) {
    for (const path of ['/runs', `/runs/${spans[0]?.traceId}`, '/attribution-rules']) {
      const page = await open(org, path)
      await page.setViewportSize(viewport)
      await settled(page)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBe(viewport.width)
    }
  }
})
