import { type Api, must } from '../support/app.ts'

/** Lists that are read completely, page by page; every row is also read by its id. */
const LISTS = [
  '/v1/agents',
  '/v1/signals',
  '/v1/customers',
  '/v1/pricing-plans',
  '/v1/subscriptions',
  '/v1/coupons',
  '/v1/discounts',
  '/v1/tax-rates',
  '/v1/invoices',
  '/v1/payments',
  '/v1/emails',
]

export type Answers = Record<string, unknown>

type Row = { id: string }

/** Returns the API's answers about everything stored, by URL. */
export async function readEverything(api: Api): Promise<Answers> {
  const answers: Answers = {}
  const read = async (url: string) => {
    answers[url] = await must(api.get(url))
    return answers[url]
  }
  await read('/v1/organization')
  await read('/v1/test-clock')
  await read('/v1/events/needs-cost-backfill?startDate=2026-01-01&endDate=2026-05-20')
  await readPages(read, '/v1/events')
  for (const list of LISTS) {
    for (const { id } of await readPages(read, list)) {
      if (list !== '/v1/payments') await read(`${list}/${id}`)
      if (list === '/v1/pricing-plans') await read(`${list}/${id}/pricing-strategies`)
      if (list === '/v1/invoices') await read(`${list}/${id}/payments`)
      if (list !== '/v1/subscriptions') continue
      await read(`${list}/${id}/changelog`)
      answers[`preview of ${id}`] = await previewOf(api, id)
    }
  }
  return answers
}

async function readPages(read: (url: string) => Promise<unknown>, list: string): Promise<Row[]> {
  const found: Row[] = []
  for (let page = 1; ; page += 1) {
    const from = list === '/v1/invoices' ? `offset=${(page - 1) * 100}` : `page=${page}`
    const answer = await read(`${list}?limit=100&${from}`)
    const { results, data } = answer as { results?: Row[]; data?: Row[] }
    const rows = results ?? data ?? []
    found.push(...rows)
    if (rows.length < 100) return found
  }
}

/**
 * Previews the current period, or returns the error code. It depends on usage and prices, not on a
 * stored invoice.
 */
async function previewOf(api: Api, subscriptionId: string): Promise<unknown> {
  const { customerId } = await must(api.get(`/v1/subscriptions/${subscriptionId}`))
  const { status, body } = await api.post('/v1/invoices/preview', { customerId, subscriptionId })
  if (status !== 200) return body.code
  const { lineItems, ...preview } = body
  // Lines of a preview have new ids each time.
  return { ...preview, lineItems: lineItems.map((line: Row) => ({ ...line, id: null })) }
}
