import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../test/support/deal.ts'
import { invoiceLock } from '../../test/support/invoice-lock.ts'
import { onOneServer } from '../../test/support/on-one-server.ts'
import { statementsOf } from '../../test/support/statements.ts'
import { useOrganizationPerTest, useTestApp } from '../../test/support/use-app.ts'
import { runBehindLock, untilWaiting } from '../../test/support/waiting.ts'
import { finalizeDrafts } from '../features/billing/finalize.ts'
import { deliverEmails } from '../features/emails/deliver.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

const run = (time: string) => {
  at = new Date(time)
  return runBilling(t.dependencies, { now: at, only: organization.id })
}
const rows = async (text: string, values: unknown[] = []) =>
  (await t.database.pool.query(text, values)).rows

const invoiceOf = async ({ customerId }: { customerId: string }) =>
  (await api.get(`/v1/invoices?customerId=${customerId}`)).body.data[0]
const kindsOf = async ({ id }: { id: string }) =>
  (await api.get(`/v1/emails?invoiceId=${id}`)).body.results.map(
    ({ kind }: { kind: string }) => kind,
  )

/** Returns an invoice of January that the clock has issued, before its email is written. */
async function issued() {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 7, '2026-01-05T00:00:00Z')
  await run('2026-02-01T00:00:00Z')
  await run('2026-02-02T00:00:00Z')
  const invoice = await invoiceOf(deal)
  expect(invoice).toMatchObject({ status: 'issued', total: 7 })
  expect(await kindsOf(invoice)).toEqual([])
  return { ...deal, id: invoice.id as string, url: `/v1/invoices/${invoice.id}` }
}

const tasksOf = ({ id }: { id: string }) =>
  rows(`select * from outbox_tasks where object_id = $1 and consumer = 'invoice-mails'`, [id])

/** Simulates a consumer that died after its work, before recording it. */
const forget = ({ id }: { id: string }) =>
  rows(
    `insert into outbox_tasks
       (consumer, event_id, organization_id, object_id, attempts, next_attempt_at, created_at)
     select 'invoice-mails', id, organization_id, object_id, 1, created_at, created_at
     from outbox_events
     where object_id = $1 and type in ('invoice.issued', 'invoice.reminder_due')`,
    [id],
  )

test('mails of the clock are sent once, however often a consumer runs or dies', async () => {
  const one = await issued()
  await Promise.all([t.followUp(), t.followUp()])
  await forget(one)
  await t.followUp()
  expect(await kindsOf(one)).toEqual(['invoice'])
  await run('2026-03-20T00:00:00Z')
  await Promise.all([t.followUp(), t.followUp()])
  await forget(one)
  await Promise.all([t.followUp(), t.followUp()])
  expect(await kindsOf(one)).toEqual(['reminder', 'invoice'])
  expect(await tasksOf(one)).toEqual([])
})

test('writing or sending a mail of the clock queries only the node of its customer', async () => {
  const one = await issued()
  const texts = await statementsOf(t.dependencies.pool, async () => {
    await t.followUp()
    await deliverEmails(t.dependencies, at)
  })
  expect(await kindsOf(one)).toEqual(['invoice'])
  const ofInvoices = texts.filter((text) => text.includes('from "invoices"'))
  expect(ofInvoices.length).toBeGreaterThan(2)
  const named = /customer_id"? = (\$|any\()/
  expect(ofInvoices.filter((text) => !named.test(text))).toEqual([])
})

test('a mail that cannot be written keeps no invoice from being issued, and is written later', async () => {
  await rows(`alter table emails add constraint broken check (kind <> 'invoice') not valid`)
  const one = await issued()
  await t.followUp()
  expect(await kindsOf(one)).toEqual([])
  await rows('alter table emails drop constraint broken')
  at = new Date(at.getTime() + 61_000)
  await t.followUp()
  expect(await kindsOf(one)).toEqual(['invoice'])
})

/** Creates `count` deals, each with an invoice that the clock issued on the same day. */
async function issuedAtOnce(count: number) {
  at = new Date('2026-01-01T00:00:00Z')
  const deals = []
  for (let n = 0; n < count; n += 1) {
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    await deal.use('ticket', n + 1, '2026-01-05T00:00:00Z')
    deals.push(deal)
  }
  await run('2026-02-01T00:00:00Z')
  await run('2026-02-02T00:00:00Z')
  return Promise.all(deals.map(async (deal) => ({ ...deal, ...(await invoiceOf(deal)) })))
}

test('mails written in a batch equal mails written one by one', async () => {
  const all = await issuedAtOnce(6)
  const [paid, voided, nowhere, ...others] = all
  await api.post(`/v1/invoices/${paid.id}/payments`, { amount: 1, reference: 'R-1' })
  await api.post(`/v1/invoices/${voided.id}/void`, {})
  await api.patch(`/v1/customers/${nowhere.customerId}`, { email: null })
  const tasks = await rows(`select consumer, event_id, organization_id, object_id, attempts,
    next_attempt_at, created_at from outbox_tasks where consumer = 'invoice-mails'`)
  expect(tasks).toHaveLength(6)
  await t.followUp()
  const mails = () =>
    rows(
      `select invoice_id, to_address, subject, html_body, text_body, message_id from emails
      where kind = 'invoice' and invoice_id = any($1) order by invoice_id`,
      [all.map(({ id }) => id)],
    )
  const together = await mails()
  expect(together.map((mail) => mail.invoice_id)).toEqual(
    [paid, ...others].map(({ id }) => id).toSorted(),
  )
  await rows(`delete from emails where kind = 'invoice'`)
  for (const task of tasks) {
    await rows(
      `insert into outbox_tasks select * from json_populate_record(null::outbox_tasks, $1)`,
      [JSON.stringify(task)],
    )
    await t.followUp()
  }
  expect(await mails()).toEqual(together)
  expect(together.find((mail) => mail.invoice_id === paid.id).text_body).toContain('R-1')
  for (const { id, total } of others) {
    const { text_body: text } = together.find((mail) => mail.invoice_id === id)
    expect(text).toContain(`${total}.00`)
  }
})

// On a cluster, the emails of each shard form a batch of their own.
onOneServer('many mails and announcements take hardly more statements than one', async () => {
  const statements = async (count: number) => {
    await issuedAtOnce(count)
    // What was created for the test is announced too.
    await rows(
      `delete from outbox_tasks using outbox_events event
       where event.id = event_id and event.type not like 'invoice.%'`,
    )
    return (await statementsOf(t.dependencies.pool, () => t.followUp())).length
  }
  const one = await statements(1)
  expect(await statements(9)).toBeLessThan(one + 9)
})

test('a mail that cannot be written does not hold up its batch', async () => {
  const all = await issuedAtOnce(4)
  await rows(`alter table emails add constraint broken
    check (kind <> 'invoice' or invoice_id <> '${all[1].id}') not valid`)
  await t.followUp()
  await rows('alter table emails drop constraint broken')
  const kinds = await Promise.all(all.map(kindsOf))
  expect(kinds).toEqual([['invoice'], [], ['invoice'], ['invoice']])
  at = new Date(at.getTime() + 61_000)
  await t.followUp()
  expect(await kindsOf(all[1])).toEqual(['invoice'])
})

test('an invoice that is void before its mail is written is not mailed', async () => {
  const one = await issued()
  expect((await api.post(`${one.url}/void`, {})).status).toBe(200)
  await t.followUp()
  expect(await kindsOf(one)).toEqual(['void'])
})

test('no reminder is sent for an invoice paid before the reminder is written', async () => {
  const one = await issued()
  await t.followUp()
  await run('2026-03-20T00:00:00Z')
  expect(await tasksOf(one)).toHaveLength(1)
  expect((await api.post(`${one.url}/payments`, { amount: 7 })).status).toBe(201)
  await t.followUp()
  expect((await kindsOf(one)).toSorted()).toEqual(['invoice', 'payment'])
})

test('an invoice gets no mail if the address is removed before the mail is written', async () => {
  const one = await issued()
  const { status } = await api.patch(`/v1/customers/${one.customerId}`, { email: null })
  expect(status).toBe(200)
  await t.followUp()
  expect(await kindsOf(one)).toEqual([])
  expect((await api.get(one.url)).body).toMatchObject({ issuedWithoutEmail: true })
  expect(await tasksOf(one)).toEqual([])
})

test('a customer that is deleted before the mail is written still gets it', async () => {
  const one = await issued()
  await rows('update customers set deleted_at = $2 where id = $1', [one.customerId, at])
  await t.followUp()
  expect(await kindsOf(one)).toEqual(['invoice'])
})

test('a send that waits for the clock returns the id of the mail that the clock writes', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 7, '2026-01-05T00:00:00Z')
  await run('2026-02-01T00:00:00Z')
  const { id } = await invoiceOf(deal)
  const { customerId, subscriptionId } = deal
  const key = { organizationId: organization.id, customerId, subscriptionId, id }
  await t.dependencies.db
    .transaction()
    .execute((tx) => finalizeDrafts(tx, [key], { now: at, businessNow: at }))
  const { pool } = t.database
  const [, answer] = await runBehindLock(pool, { ...invoiceLock(key), sessions: 2 }, async () => {
    const clock = run('2026-02-02T00:00:00Z')
    await untilWaiting(pool, 1)
    return Promise.all([clock, api.post(`/v1/invoices/${id}/send`, {})])
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await t.followUp()
  const { results } = (await api.get(`/v1/emails?invoiceId=${id}&kind=invoice`)).body
  expect(results).toMatchObject([{ messageId: answer.body.emailId }])
})
