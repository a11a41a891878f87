import { execFileSync } from 'node:child_process'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '../../server/test/support/app.ts'
import { useTestApp } from '../../server/test/support/use-app.ts'
import { freePort } from '../../web/test/support/free-port.ts'
import { type Examples, installExamples } from './support/run-example.ts'

const port = await freePort()
const baseUrl = `http://127.0.0.1:${port}`
const t = useTestApp({ config: { port, publicUrl: baseUrl, portalUrl: baseUrl } })
let examples: Examples

beforeAll(async () => {
  await t.app.listen({ port, host: '127.0.0.1' })
  examples = await installExamples({ apiKey: t.organization.secretKey, baseUrl })
})
afterAll(() => examples?.remove())

const node = (file: string, ...args: string[]) =>
  examples.run(process.execPath, `examples/${file}`, ...args)

async function eventsOf(agentCode: string) {
  const [agent] = (await must(t.api.get(`/v1/agents?agentCode=${agentCode}`))).results
  return (await must(t.api.get(`/v1/events?agentId=${agent.id}&limit=100`))).results
}

test('the agent on the OpenAI SDK bills resolved tickets, and keeps the cost of failed ones', async () => {
  const { code, said } = await node('openai-agent/agent.mjs')
  expect(said).toContain('recorded 3, stored 3, lost 0')
  expect(said).toContain('ticket-3: failed, The model answered 500')
  expect(code).toBe(0)
  const events = await eventsOf('support-agent')
  const byTicket = new Map(
    events.map((it: { metadata: { ticket: string } }) => [it.metadata.ticket, it]),
  )
  expect(byTicket.get('ticket-1')).toMatchObject({ quantity: '1', eventProcessed: 'PROCESSED' })
  expect(byTicket.get('ticket-3')).toMatchObject({ quantity: '0', eventProcessed: 'PROCESSED' })
  expect(Number(events[0].usageCost)).toBeGreaterThan(0)
})

test('the agent on the AI SDK sends its steps as one event', async () => {
  const { code, said } = await node('ai-sdk-agent/agent.mjs')
  expect(said).toContain('run recorded with 1 event')
  expect(code).toBe(0)
  const [event] = await eventsOf('research-agent')
  expect(event).toMatchObject({ quantity: '4', eventProcessed: 'PROCESSED' })
  expect(event.usageCostData['gpt-4o/cache_read'].units).toBe(2400)
})

test('the looping agent stops at 5 USD in mid-run and says why, and does not start again that day', async () => {
  const { code, said } = await node('looping-agent/agent.mjs')
  expect(code).toBe(0)
  const [, steps, spent] =
    /^stopped after (\d+) steps: Loops, 5 USD a day: ([\d.]+) spent \+ 0 held \+ 0.3 asked > 5 USD$/m.exec(
      said,
    ) ?? expect.unreachable(said)
  expect(Number(steps)).toBeGreaterThan(10)
  expect(Number(spent)).toBeLessThanOrEqual(5)
  expect(Number(spent)).toBeGreaterThan(4.7)
  expect(said).toContain(`spent ${spent} USD of 5, held 0`)
  expect(await eventsOf('coding-agent')).toHaveLength(Number(steps))
  const again = await node('looping-agent/agent.mjs')
  expect(again.said).toContain(`stopped after 0 steps: Loops, 5 USD a day: ${spent} spent`)
})

test('the nightly import names its invalid line, and a second load adds nothing', async () => {
  const load = () => node('csv-import/import.mjs', 'examples/csv-import/work.csv')
  const first = await load()
  expect(first.said).toContain('stored 4 (0 of them before), without a cost 0, refused 1')
  expect(first.said).toMatch(/work\.csv:5 .*inputTokens/)
  expect(first.code).toBe(1)
  expect((await load()).said).toContain('stored 4 (4 of them before)')
  const imported = await must(t.api.get('/v1/events?startDate=2026-03-01&endDate=2026-03-01'))
  expect(imported.totalResults).toBe(4)
})

const python = pythonHere()
test(`the Python agent records once, however often it runs${python ? '' : ' (no python3 here: nothing was run)'}`, async () => {
  if (!python) {
    process.stderr.write('There is no python3 here: examples/python-agent was not run.\n')
    return
  }
  const first = await examples.run('python3', 'examples/python-agent/agent.py')
  expect(first.said.match(/^stored .* USD$/gm)).toHaveLength(3)
  expect(first.code).toBe(0)
  const again = await examples.run('python3', 'examples/python-agent/agent.py')
  expect(again.said).toBe(first.said)
  expect(await eventsOf('translation-agent')).toHaveLength(3)
})

test('the Express application opens the portal of the signed-in customer only', async () => {
  await must(t.api.post('/v1/customers', { name: 'Acme', externalId: 'acme' })).catch(
    () => undefined,
  )
  const { url, stop } = await examples.start('examples/express-portal/server.mjs')
  try {
    const post = (cookie: string) =>
      fetch(`${url}/my-invoices`, { method: 'POST', headers: { cookie }, redirect: 'manual' })
    expect((await post('')).status).toBe(401)
    const sent = await post('session=session-of-anna')
    expect(sent.status).toBe(303)
    const link = sent.headers.get('location') ?? ''
    expect(link.startsWith(`${baseUrl}/r/`)).toBe(true)
    const opened = await fetch(link, { redirect: 'manual' })
    const [cookie = ''] = opened.headers.getSetCookie()
    const visit = await fetch(`${baseUrl}/v1/portal/session`, { headers: { cookie } })
    expect(await visit.json()).toMatchObject({ returnUrl: `${url}/` })
  } finally {
    stop()
  }
})

const receivers = ['express.mjs', ...(python ? ['receiver.py'] : [])]
test.each(receivers)('the receiver %s takes signed webhooks only', async (file) => {
  const webhook = new Webhook(`whsec_${Buffer.alloc(24, 9).toString('base64')}`)
  const { url, stop } = await examples.start(`examples/webhook-receiver/${file}`, {
    PIECEWORK_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 9).toString('base64')}`,
  })
  const post = async (body: string, { at = new Date(), signed = body } = {}) => {
    const headers = {
      'content-type': 'application/json',
      'webhook-id': 'message-1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': webhook.sign('message-1', at, signed),
    }
    return (await fetch(`${url}/webhooks`, { method: 'POST', headers, body })).status
  }
  const paid = '{"id":"message-1","type":"invoice.paid","data":{"invoiceNumber":"ÄCME-1"}}'
  try {
    expect(await post(paid)).toBe(204)
    expect(await post(paid)).toBe(204)
    expect(await post('{"id":"message-2","type":"of.tomorrow","data":{}}')).toBe(204)
    expect(await post(paid, { signed: paid.replace('1', '2') })).toBe(400)
    expect(await post(paid, { at: new Date(Date.now() - 360_000) })).toBe(400)
    const unsigned = await fetch(`${url}/webhooks`, { method: 'POST', body: paid })
    expect(unsigned.status).toBe(400)
  } finally {
    stop()
  }
})

function pythonHere(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
