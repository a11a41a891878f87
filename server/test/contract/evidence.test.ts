import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { readCsv } from '../support/csv.ts'
import { flatPrice, givenDeal } from '../support/deal.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { INVOICES, MARCH, sendInvoice, usageLine } from '../support/invoice.ts'
import { givenPortal } from '../support/portal.ts'
import { llm, recordEvent, recordOne } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let now = new Date('2026-03-15T12:00:00Z')
const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

const usageDate = '2026-03-10T08:30:00Z'
const evidenceUrl = 'https://desk.example/tickets/4711?tab=log#end'
const evidence = 'Closed by the user\n"=1+1" stayed closed\tfor a week'
const read = async (id: string) => (await api.get(`/v1/events/${id}`)).body

async function problemsOf(fields: Fields): Promise<string> {
  const { body } = await api.record(llm({ usageDate, ...fields }))
  expect(body.results.success).toEqual([])
  return body.results.failed[0].error
}

describe('evidence of a record', () => {
  test('is returned as it was sent, by the event, the list, the run and the CSV', async () => {
    const event = await recordEvent(api, llm({ usageDate, runId: 'run-1', evidenceUrl, evidence }))
    expect(await read(event.id)).toMatchObject({ evidenceUrl, evidence })
    expect(event).toMatchObject({ evidenceUrl, evidence })
    const run = await must(api.get('/v1/runs/run-1'))
    expect(run.events).toMatchObject([{ evidenceUrl, evidence }])
    const { rows } = await readCsv(t, '/v1/events', organization.secretKey)
    const [row] = rows
    expect(row).toMatchObject({ evidenceUrl })
    expect(row?.evidence).toContain('stayed closed')
  })

  test('is null where none was sent, also as null', async () => {
    const none = { evidenceUrl: null, evidence: null }
    for (const fields of [{}, none]) {
      const { eventId, warnings } = await recordOne(api, llm({ usageDate, ...fields }))
      expect(warnings).toBeUndefined()
      expect(await read(eventId)).toMatchObject(none)
    }
  })

  test.each([
    'http://desk.example/t',
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://desk.example',
    'data:text/html,x',
    'https:desk.example',
    'https://',
    'https://desk.example/a b',
    ' https://desk.example/',
    'https://desk.example\n.evil.example/',
    'https://desk.example\\@evil.example/',
    'https://desk.example/\u202egpj.exe',
    'desk.example',
    '',
  ])('an address %j is refused with the fix', async (sent) => {
    expect(await problemsOf({ evidenceUrl: sent })).toContain(
      'evidenceUrl must be an address that starts with https://, without spaces',
    )
  })

  test.each([
    [{ evidenceUrl: 'https://bank.example@evil.example/' }, 'evidenceUrl must not contain a name'],
    [{ evidenceUrl: 5 }, 'evidenceUrl must be text, not 5'],
    [{ evidenceUrl: `https://a.example/${'x'.repeat(2_000)}` }, 'evidenceUrl must be 1 to 2000'],
    [{ evidence: '' }, 'evidence must be 1 to 2000 characters, not 0'],
    [{ evidence: ' \n' }, 'evidence must be 1 to 2000 characters'],
    [{ evidence: 'x'.repeat(2_001) }, 'evidence must be 1 to 2000 characters, not 2001'],
    [{ evidence: ['a'] }, 'evidence must be text, not ["a"]'],
    [{ evidence: 'a\u0001b' }, 'evidence must be valid Unicode, without control characters'],
    [{ evidence: 'a\ud800' }, 'evidence must be valid Unicode'],
  ])('%j is refused', async (fields, problem) => {
    expect(await problemsOf(fields)).toContain(problem)
  })

  test('may have 2,000 characters in each field', async () => {
    const long = {
      evidenceUrl: `https://a.example/${'x'.repeat(1_982)}`,
      evidence: 'ü'.repeat(2_000),
    }
    const { eventId } = await recordOne(api, llm({ usageDate, ...long }))
    expect(await read(eventId)).toMatchObject(long)
  })

  test('belongs to the record: the same repeat is a duplicate, and another one is refused', async () => {
    const record = llm({ usageDate, idempotencyKey: 'one', evidenceUrl, evidence })
    const { eventId } = await recordOne(api, record)
    expect(await recordOne(api, record)).toMatchObject({ eventId, duplicate: true })
    const other = (await api.record({ ...record, evidence: 'Another' })).body.results
    expect(other.failed).toMatchObject([{ error: expect.stringContaining('idempotencyKey') }])
  })

  test('stays when the event is amended or voided', async () => {
    const { id } = await recordEvent(api, llm({ usageDate, quantity: 2, evidenceUrl, evidence }))
    await must(api.post(`/v1/events/${id}/amend`, { quantity: 1 }))
    expect(await read(id)).toMatchObject({ quantity: '1', evidenceUrl, evidence })
    await must(api.post(`/v1/events/${id}/void`, {}))
    expect(await read(id)).toMatchObject({ quantity: '0', evidenceUrl, evidence })
  })

  test('of an older record that no address can be is never shown', async () => {
    const { eventId } = await recordOne(api, llm({ usageDate, note: 1 }))
    await t.database.pool.query('update usage_events set payload = $1 where id = $2', [
      JSON.stringify(llm({ usageDate, evidenceUrl: 'javascript:alert(1)', evidence: { a: 1 } })),
      eventId,
    ])
    expect(await read(eventId)).toMatchObject({ evidenceUrl: null, evidence: null })
  })

  test('is shown behind the line that bills it, to the customer too', async () => {
    const deal = await givenDeal(api, { prices: [flatPrice('page', 0.5)] })
    await deal.use('page', 10, usageDate, { evidenceUrl, evidence })
    now = new Date('2026-04-02T00:00:00Z')
    const invoice = await sendInvoice(api, await deal.generate(MARCH))
    const url = `${INVOICES}/${invoice.id}/lines/${usageLine(invoice, 'page').id}/events`
    expect((await must(api.get(url))).results).toMatchObject([{ evidenceUrl, evidence }])
    const portal = await givenPortal(t, api, deal.customerId)
    const own = await must(portal.get(`/v1/portal${url.slice(3)}`))
    expect(own.results).toMatchObject([{ evidenceUrl, evidence }])
    now = new Date('2026-03-15T12:00:00Z')
  })
})
