import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { must } from '../../../server/test/support/app.ts'
import { chat, newTraceId, sendSpans, workOffRuns } from '../../../server/test/support/traces.ts'
import { countClicks } from '../support/count-clicks.ts'
import { givenOrganization } from '../support/people.ts'
import { useBrowser } from '../support/use-browser.ts'
import { useSite } from '../support/use-site.ts'
import {
  callBackBy,
  exportByCodex,
  inTerminal,
  startAgentAfter,
  startClaudeCodeBy,
} from '../support/ways.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const HOUR_MS = 3_600_000
const later = () => new Date(Date.now() + HOUR_MS)

/** Opens Home of an organization that has nothing. */
async function given() {
  const org = await givenOrganization(site, 'Acme Robotics')
  const page = await newPage({ cookie: org.owner.cookie })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clicks = await countClicks(page)
  await page.goto(`/o/${org.organization.slug}/home`)
  await page.getByText('Waiting for the first event').waitFor()
  return { ...org, page, clicks }
}

/** Chooses a way, creates a key and copies the block. */
async function copyBlock(page: Page, way: string): Promise<string> {
  const tab = page.getByRole('tab', { name: way, exact: true })
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click()
  await page.getByRole('button', { name: 'Create a key and fill it in' }).click()
  await page.getByText('shown only now').waitFor()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** The names and amounts of a list of costs. */
const costs = async (page: Page, by: string) =>
  (
    await page
      .getByRole('table', { name: `Cost so far by ${by}` })
      .getByRole('row')
      .allTextContents()
  ).slice(1)

const litellmCall = () => ({
  id: 'chatcmpl-1',
  trace_id: 'request-1',
  call_type: 'acompletion',
  status: 'success',
  model: 'gpt-4o',
  custom_llm_provider: 'openai',
  prompt_tokens: 1_000,
  completion_tokens: 500,
  response_cost: 0.0075,
  startTime: Date.now() / 1_000 - 2,
  endTime: Date.now() / 1_000 - 1,
  end_user: 'acme',
  metadata: { user_api_key_alias: 'support-agent' },
})

/**
 * Real programs run with what Home shows: a terminal with curl, the clients for Node and Python, and an agent
 * with the AI SDK and the OpenTelemetry SDK for Node. Of Claude Code the exporter is real and its records
 * are recorded; of Codex and LiteLLM, which cannot run here, the requests are.
 */
type Seen = { customer: string; agent: string; model: string; words: RegExp }

const WAYS: Record<string, { send: (block: string) => Promise<unknown>; seen: Seen }> = {
  curl: {
    send: inTerminal,
    seen: {
      customer: 'acme$0.0065',
      agent: 'support-agent$0.0065',
      model: 'gpt-4o openai$0.0065',
      words: /^acme cost \$0\.0065 in the last hour/,
    },
  },
  OpenTelemetry: {
    send: startAgentAfter,
    seen: {
      customer: 'acme$0.0059',
      agent: 'support-agent$0.0059',
      model: 'gpt-4o openai$0.0059',
      words: /^acme cost \$0\.00585 /,
    },
  },
  'Claude Code': {
    send: startClaudeCodeBy,
    seen: {
      customer: 'acme$0.0057',
      agent: 'claude-code$0.0057',
      model: 'claude-sonnet-4-5-20250929 anthropic$0.0057',
      words: /^acme cost \$0\.00568305 /,
    },
  },
  Codex: {
    send: exportByCodex,
    seen: {
      customer: 'Unassigned$0.00049',
      agent: 'codex_exec$0.00049',
      model: 'gpt-5-mini openai$0.00049',
      words: /^Work without a customer cost \$0\.000492525 /,
    },
  },
  LiteLLM: {
    send: (block) => callBackBy(block, litellmCall()),
    seen: {
      customer: 'acme$0.0075',
      agent: 'support-agent$0.0075',
      model: 'gpt-4o openai$0.0075',
      words: /^acme cost \$0\.0075 in the last hour/,
    },
  },
  Node: {
    send: inTerminal,
    seen: {
      customer: 'acme$0.0065',
      agent: 'support-agent$0.0065',
      model: 'gpt-4o openai$0.0065',
      words: /^acme cost \$0\.0065 in the last hour/,
    },
  },
  Python: {
    send: inTerminal,
    seen: {
      customer: 'acme$0.0065',
      agent: 'support-agent$0.0065',
      model: 'gpt-4o openai$0.0065',
      words: /^acme cost \$0\.0065 in the last hour/,
    },
  },
}

/** Choose, create a key, copy. */
const CLICKS_MAX = 3

test.each(Object.entries(WAYS))(
  '%s: what is pasted shows the cost by customer, agent and model',
  async (way, { send, seen }) => {
    const { page, clicks } = await given()
    const block = await copyBlock(page, way)
    await send(block)
    await workOffRuns(site, later)
    await page.getByText(seen.words).waitFor()
    expect(await costs(page, 'customer')).toEqual([seen.customer])
    expect(await costs(page, 'agent')).toEqual([seen.agent])
    expect(await costs(page, 'model')).toEqual([seen.model])
    expect(clicks()).toBeLessThanOrEqual(CLICKS_MAX)
  },
)

test('from traces to a plan: spans appear before their cost, and the price is tried on these runs', async () => {
  const { page, clicks } = await given()
  const block = await copyBlock(page, 'OpenTelemetry')
  await startAgentAfter(block)
  await page.getByText('spans have arrived').waitFor()
  await workOffRuns(site, later)
  await page.getByText('Event received: ticket-resolved for acme').waitFor()
  await page.getByRole('link', { name: 'What would it earn?' }).click()
  await page.getByLabel('Name').fill('Growth')
  await page.getByRole('button', { name: 'Create plan' }).click()
  await page.getByText('It would earn $0.90 and cost you $0.00585.').waitFor()
  const row = page
    .getByRole('table', { name: 'With your work of the last 30 days' })
    .getByRole('row')
  expect(await row.last().getByRole('cell').allTextContents()).toEqual([
    ...['acme', '1', '$0.00585', '$0.90'],
  ])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Prices saved').waitFor()
  process.stdout.write(`From an empty organization to a plan: ${clicks()} clicks\n`)
  expect(clicks()).toBeLessThanOrEqual(6)
})

test('a model without a price leads to its mapping, and then counts', async () => {
  const { api, page, organization } = await given()
  const attributes = {
    ...chat(),
    'gen_ai.request.model': 'our-tuned-4o',
    'piecework.customer': 'acme',
  }
  await must(sendSpans(api, [{ traceId: newTraceId(), attributes }], new Date()))
  await workOffRuns(site, later)
  await page.getByText('1 event has no cost yet').waitFor()
  expect(await costs(page, 'model')).toEqual(['our-tuned-4o openaiNo cost yet'])
  await page.getByText('The latest events have no outcome').waitFor()
  await page.getByRole('link', { name: 'Map the model' }).click()
  await page.getByRole('heading', { level: 1, name: 'Unknown costs' }).waitFor()
  const source = { sourceProvider: 'openai', sourceModel: 'our-tuned-4o' }
  const target = { targetProvider: 'openai', targetModel: 'gpt-4o' }
  await must(api.post('/v1/events/map-model', { ...source, ...target }))
  await page.goto(`/o/${organization.slug}/home`)
  await page.getByRole('button', { name: /^See your cost/ }).click()
  await page.getByText(/^acme cost \$0\.0075 in the last hour/).waitFor()
})

test('work without a customer leads to its runs', async () => {
  const { api, page } = await given()
  await must(sendSpans(api, [{ name: 'answer', attributes: chat() }], new Date()))
  await workOffRuns(site, later)
  await page.getByText(/^Work without a customer cost \$0\.0075/).waitFor()
  await page.getByRole('link', { name: 'Assign it' }).click()
  await page.getByRole('row').filter({ hasText: 'answer' }).getByText('Unassigned').waitFor()
})
