import type pg from 'pg'
import type { Invoice } from '../../../src/features/invoices/invoice-fields.ts'
import type { Client } from './client.ts'
import type { Kind, Ledger, Operation } from './ledger.ts'

/** Compares every answer of the service with its database. */
export async function checkAnswers(ledger: Ledger, pool: pg.Pool): Promise<string[]> {
  const of = (kind: Kind) => ledger.operations.filter((operation) => operation.kind === kind)
  return [
    ...checkOnce(of('payment'), await countBy(pool, 'select reference as marker from payments')),
    ...checkOnce(of('refund'), await countBy(pool, 'select reason as marker from refunds')),
    ...checkOnce(of('send'), await countBy(pool, MAILED)),
    ...(await checkSends(of('send'), pool)),
    ...(await checkCheckouts(of('checkout'), pool)),
    ...(await checkRecords(of('record'), pool)),
    ...checkNumbers(of('generate')),
  ]
}

/** Selects the marker that a send put into its mail. */
const MAILED = `select substring(text_body from 'Message r[^.]*[.]') as marker from emails`

async function countBy(pool: pg.Pool, markers: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ marker: string; count: number }>(
    `select marker, count(*)::int as count from (${markers}) m where marker is not null group by 1`,
  )
  return new Map(rows.map(({ marker, count }) => [marker, count]))
}

/**
 * Reports operations that were acknowledged but not done, refused but done, or done more than once.
 */
function checkOnce(operations: Operation[], counts: ReadonlyMap<string, number>): string[] {
  return operations.flatMap(({ kind, marker, done, unanswered, refused }) => {
    const count = counts.get(marker) ?? 0
    // Of two concurrent sends of a draft, one is answered with the mail of the other.
    const mayBeMissing = done.length > 0 ? kind === 'send' : true
    const isMissing = count === 0 && !mayBeMissing
    const isTooMuch = count > (done.length + unanswered > 0 ? 1 : 0)
    if (!isMissing && !isTooMuch) return []
    const said = `answered done ${done.length} times, refused ${refused.length}`
    return [`${kind} ${marker} (${said}, unanswered ${unanswered}) was done ${count} times`]
  })
}

/** Reports acknowledged mails that do not exist under their id. */
async function checkSends(operations: Operation[], pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select message_id as id from emails')
  const kept = new Set(rows.map(({ id }) => id))
  return operations
    .flatMap(({ done }) => done)
    .flatMap(({ text }) => {
      const answer: { emailId: string } = JSON.parse(text)
      return kept.has(answer.emailId) ? [] : [`the mail ${answer.emailId} was promised and is gone`]
    })
}

/** Reports checkouts whose payment was acknowledged but is neither on the invoice nor refunded. */
async function checkCheckouts(operations: Operation[], pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select s.id from checkout_sessions s
       join payments p on p.customer_id = s.customer_id
        and p.provider_payment_id = 'sandbox_pi_' || s.id
        and p.status in ('succeeded', 'failed')`,
  )
  const paid = new Set(rows.map(({ id }) => id))
  return operations
    .filter(({ done, path }) => done.length > 0 && !paid.has(checkoutIn(path)))
    .map(({ path }) => `${path} said that it was paid, and there is no payment`)
}

/** Extracts the page id from a token, which begins with the ids of the customer and the page. */
function checkoutIn(path: string): string {
  const hex = Buffer.from(path.split('/').at(-1) ?? '', 'base64url').toString('hex', 16, 32)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function checkRecords(operations: Operation[], pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `select payload::json ->> 'idempotencyKey' as key from usage_events
      where idempotency_hash is not null`,
  )
  const kept = new Set(rows.map(({ key }) => key.replace(/-\d+$/, '')))
  return operations
    .filter(({ done, marker }) => done.length > 0 && !kept.has(marker))
    .map(({ marker }) => `the records of ${marker} were acknowledged and are gone`)
}

/**
 * Reports an invoice whose number is not higher than that of an invoice answered before its
 * request.
 */
function checkNumbers(operations: Operation[]): string[] {
  const made = operations
    .flatMap(({ done }) => done)
    .flatMap(({ text, sentAt, answeredAt }) => {
      const { invoiceNumber, createdAt }: Invoice = JSON.parse(text)
      const number = Number(/\d+$/.exec(invoiceNumber)?.[0])
      const isNew = new Date(createdAt) >= sentAt
      return [{ number, sentAt, answeredAt, isNew }]
    })
  return made
    .filter(({ isNew }) => isNew)
    .flatMap((later) => {
      const earlier = made.find(
        (one) => one.answeredAt < later.sentAt && one.number >= later.number,
      )
      return earlier ? [`invoice ${later.number} was made after ${earlier.number}`] : []
    })
}

const SAMPLE = 12

/** Compares the API's answers with the database. */
export async function checkApi(client: Client, pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{
    id: string
    status: string
    total: string
    lines: number
    paid: string
  }>(
    `select i.id, i.status, i.total, i.amount_paid as paid,
            (select count(*)::int from invoice_lines l
              where l.customer_id = i.customer_id and l.invoice_id = i.id) as lines
       from invoices i order by md5(i.id::text) limit ${SAMPLE}`,
  )
  const problems: string[] = []
  for (const { id, status, total, lines, paid } of rows) {
    const invoice = await client.get<Invoice>(`/v1/invoices/${id}`)
    const isSame =
      invoice.status === status &&
      invoice.total === Number(total) &&
      invoice.amountPaid === Number(paid) &&
      invoice.lineItems.length === lines
    if (!isSame) problems.push(`the API tells otherwise of invoice ${invoice.invoiceNumber}`)
  }
  return problems
}
