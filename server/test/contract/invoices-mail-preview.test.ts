import { expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE, givenDeal } from '../support/deal.ts'
import { INVOICES, MARCH, payInvoice, readInvoice, sendInvoice } from '../support/invoice.ts'
import { givenMember } from '../support/people.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date('2026-04-15T12:00:00Z')
const t = useTestApp({ now: () => now })

const mailOf = (id: string, query: Record<string, string> = {}) =>
  `${INVOICES}/${id}/mail?${new URLSearchParams(query)}`
const documentOf = (id: string, query: Record<string, string> = {}) =>
  `${INVOICES}/${id}/mail/document?${new URLSearchParams(query)}`

async function givenDraft(customer = {}) {
  const copies = { invoiceEmailRecipients: ['copy@example.com'] }
  const deal = await givenDeal(t.api, { prices: [FEE], customer: { ...copies, ...customer } })
  return { deal, draft: await deal.generate(MARCH) }
}

test('the mail of a draft is shown as sending it then writes it, and nothing is stored or sent', async () => {
  const { deal, draft } = await givenDraft()
  const asked = { subject: 'Your invoice', message: 'Thank you <b>very</b> much' }
  const shown = await storesNothing(t.database.pool, () => must(t.api.get(mailOf(draft.id, asked))))
  const read = (url: string) =>
    t.app.inject({ url, headers: { 'x-api-key': t.organization.secretKey } })
  const page = await storesNothing(t.database.pool, () => read(documentOf(draft.id, asked)))
  expect((await readInvoice(t.api, draft.id)).status).toBe('draft')
  expect(shown).toMatchObject({
    recipientEmail: deal.email,
    copies: ['copy@example.com'],
    subject: 'Your invoice',
    attachment: `Invoice-${draft.invoiceNumber}.pdf`,
  })

  const sent = await must(t.api.post(`${INVOICES}/${draft.id}/send`, asked))
  const { results } = await must(t.api.get(`/v1/emails?invoiceId=${draft.id}`))
  const mail = await must(t.api.get(`/v1/emails/${results[0].id}`))
  expect(shown.text).toBe(mail.text)
  expect(page.body).toBe((await read(`/v1/emails/${mail.id}/document`)).body)
  expect(shown.warnings).toEqual(sent.warnings ?? [])
  expect(page.body).toContain('Thank you &lt;b&gt;very&lt;/b&gt; much')
})

test('computes a draft as sending does, including new usage', async () => {
  const deal = await givenDeal(t.api)
  await deal.use('ticket', 3, '2026-03-05T12:00:00Z')
  const draft = await deal.generate(MARCH)
  expect(draft.total).toBe(3)
  await deal.use('ticket', 4, '2026-03-06T12:00:00Z')
  expect((await must(t.api.get(mailOf(draft.id)))).text).toContain('$7.00')
  expect((await readInvoice(t.api, draft.id)).total).toBe(3)
})

test('an issued invoice is shown as it is mailed again, with its own dates', async () => {
  const { draft } = await givenDraft()
  const issued = await sendInvoice(t.api, draft)
  now = new Date('2026-04-20T12:00:00Z')
  const { text } = await must(t.api.get(mailOf(issued.id)))
  expect(text).toContain('15 Apr 2026')
  expect(text).not.toContain('20 Apr 2026')
})

test('a customer without an address is not refused: the answer says that one is needed', async () => {
  const { draft } = await givenDraft({ email: null, invoiceEmailRecipients: [] })
  expect(await must(t.api.get(mailOf(draft.id)))).toMatchObject({ recipientEmail: null })
  const other = { recipientEmail: 'ap@example.com' }
  expect(await must(t.api.get(mailOf(draft.id, other)))).toMatchObject(other)
})

test('an invoice that cannot be sent is refused with the error of sending', async () => {
  const { draft } = await givenDraft()
  await payInvoice(t.api, await sendInvoice(t.api, draft), 49)
  const shown = await t.api.get(mailOf(draft.id))
  const sent = await t.api.post(`${INVOICES}/${draft.id}/send`, {})
  expect(shown.status).toBe(sent.status)
  expect(shown.body.message).toEqual(sent.body.message)
})

test('it is for those who may send invoices, of an own organization', async () => {
  const { draft } = await givenDraft()
  const { browser: viewer } = await givenMember(t, { role: 'viewer' })
  const { browser: member } = await givenMember(t, { role: 'member' })
  for (const url of [mailOf(draft.id), documentOf(draft.id)]) {
    expect((await viewer.get(url)).status).toBe(403)
  }
  expect((await member.get(mailOf(draft.id))).status).toBe(200)
  // Requests like a frame: with the cookie, and without our headers.
  const frame = await t.app.inject({
    url: documentOf(draft.id, { organization: t.organization.id }),
    headers: { cookie: member.cookie() },
  })
  expect(frame.statusCode).toBe(200)
  expect(frame.headers['content-security-policy']).toContain('sandbox')
})
