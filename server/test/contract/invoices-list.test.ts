import { beforeAll, describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE, givenDeal } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  INVOICES,
  type Invoice,
  payInvoice,
  readInvoice,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date('2026-03-20T12:00:00Z')

/** One invoice of each status, issued on the tenth of its month, for two customers. */
let draft: Invoice
let issued: Invoice
let paid: Invoice
let voided: Invoice
let refunded: Invoice
let ada = ''
let bob = ''

const period = (of: number) => ({
  billingPeriodStart: `2026-0${of}-01T00:00:00Z`,
  billingPeriodEnd: `2026-0${of + 1}-01T00:00:00Z`,
})

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api } = t
beforeAll(async () => {
  const subscription = { startDate: '2026-01-01' }
  const [first, second] = [
    await givenDeal(api, { prices: [FEE], subscription }),
    await givenDeal(api, { prices: [FEE], subscription }),
  ]
  ada = first.externalId
  bob = second.externalId
  const on = (date: string) => {
    now = new Date(`${date}T12:00:00Z`)
  }
  on('2026-04-10')
  issued = await sendInvoice(api, await first.generate(period(1)))
  on('2026-05-10')
  paid = await payInvoice(api, await sendInvoice(api, await first.generate(period(2))), 49)
  on('2026-06-10')
  voided = await voidInvoice(api, await sendInvoice(api, await second.generate(period(1))))
  on('2026-07-10')
  refunded = await payInvoice(api, await sendInvoice(api, await second.generate(period(2))), 49)
  await must(api.post(`${INVOICES}/${refunded.id}/payments/${refunded.payments[0]?.id}/refund`, {}))
  on('2026-08-10')
  draft = await second.generate(period(3))
})

const list = async (query = ''): Promise<{ data: Invoice[]; hasMore: boolean }> => {
  const { status, body } = await api.get(`${INVOICES}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const idsOf = async (query = '') => (await list(query)).data.map(({ id }) => id).sort()
const ids = (...invoices: Invoice[]) => invoices.map(({ id }) => id).sort()

describe('the order', () => {
  const order = async (query: string) => (await list(query)).data.map(({ id }) => id)
  const byDate = () => [draft, refunded, voided, paid, issued].map(({ id }) => id)

  test('is by issue date, latest first, unless another is requested', async () => {
    expect(await order('')).toEqual(byDate())
    expect(await order('?sortBy=issueDate&sortOrder=asc')).toEqual(byDate().toReversed())
  })

  test('is by due date or total, and by number where they are equal', async () => {
    const dueDates = (await list('?sortBy=dueDate&sortOrder=asc')).data.map(
      ({ dueDate }) => dueDate,
    )
    expect(dueDates).toEqual(dueDates.toSorted())
    const numbers = async (query: string) =>
      (await list(query)).data.map(({ invoiceNumber }) => invoiceNumber)
    const up = await numbers('?sortBy=total&sortOrder=asc')
    expect(up).toEqual(up.toSorted())
    expect(await numbers('?sortBy=total')).toEqual(up.toReversed())
    expect(await numbers('?sortBy=total&limit=2&offset=2')).toEqual(up.toReversed().slice(2, 4))
  })

  test('is by amount due, drafts below all others', async () => {
    const down = [issued, refunded, voided, paid, draft].map(({ id }) => id)
    expect(await order('?sortBy=amountDue')).toEqual(down)
    expect(await order('?sortBy=amountDue&sortOrder=asc')).toEqual(down.toReversed())
    expect(await order('?sortBy=amountDue&limit=2&offset=2')).toEqual(down.slice(2, 4))
  })

  test('by an unknown field is refused', async () => {
    expect((await api.get(`${INVOICES}?sortBy=customerName`)).status).toBe(400)
  })
})

describe('the list', () => {
  test('is {data, hasMore} and nothing else, with every invoice', async () => {
    const body = await list()
    expect(Object.keys(body).sort()).toEqual(['data', 'hasMore'])
    expect(body.hasMore).toBe(false)
    expect(await idsOf()).toEqual(ids(draft, issued, paid, voided, refunded))
  })

  test('has the fields of a list item, with the total as a number', async () => {
    for (const item of (await list()).data) {
      expect(item).toMatchObject({
        id: expect.any(String),
        customerExternalId: expect.stringMatching(`^(${ada}|${bob})$`),
        status: expect.any(String),
        total: 49,
        currency: 'USD',
      })
      for (const field of ['periodStart', 'periodEnd', 'dueDate', 'createdAt'] as const) {
        expect(Date.parse(item[field]), field).not.toBeNaN()
      }
    }
  })
})

describe('the filter', () => {
  test('customerExternalId finds the invoices of that customer', async () => {
    expect(await idsOf(`?customerExternalId=${ada}`)).toEqual(ids(issued, paid))
    expect(await idsOf(`?customerExternalId=${bob}`)).toEqual(ids(voided, refunded, draft))
    expect(await idsOf('?customerExternalId=nobody')).toEqual([])
  })

  test('status finds the invoices in that status', async () => {
    expect(await idsOf('?status=draft')).toEqual(ids(draft))
    expect(await idsOf('?status=issued')).toEqual(ids(issued))
    expect(await idsOf('?status=paid')).toEqual(ids(paid))
    expect(await idsOf('?status=void')).toEqual(ids(voided))
    expect(await idsOf('?status=refunded')).toEqual(ids(refunded))
    expect(await idsOf('?status=pending')).toEqual([])
    expect(await idsOf('?status=overdue')).toEqual([])
  })

  test('startDate and endDate go by the date of issue', async () => {
    expect(await idsOf('?startDate=2026-05-01&endDate=2026-06-30')).toEqual(ids(paid, voided))
    expect(await idsOf('?endDate=2026-05-31')).toEqual(ids(issued, paid))
    expect(await idsOf('?startDate=2026-07-01&status=refunded')).toEqual(ids(refunded))
    expect(await idsOf('?startDate=2027-01-01&endDate=2027-02-01')).toEqual([])
    const instants = '?startDate=2026-04-10T00:00:00Z&endDate=2026-04-11T00:00:00Z'
    expect(await idsOf(instants)).toEqual(ids(issued))
  })

  test('endDate that is a date includes that day', async () => {
    expect(await idsOf('?startDate=2026-05-10&endDate=2026-05-10')).toEqual(ids(paid))
  })

  test('is joined with the others by and', async () => {
    expect(await idsOf(`?customerExternalId=${ada}&status=paid`)).toEqual(ids(paid))
    expect(await idsOf(`?customerExternalId=${ada}&status=void`)).toEqual([])
    const window = 'startDate=2026-06-01&endDate=2026-07-31'
    expect(await idsOf(`?customerExternalId=${bob}&${window}`)).toEqual(ids(voided, refunded))
  })
})

describe('limit and offset', () => {
  test('page through every invoice once, and hasMore says when there are more', async () => {
    const pages = [
      await list('?limit=2'),
      await list('?limit=2&offset=2'),
      await list('?limit=2&offset=4'),
    ]
    expect(pages.map(({ data, hasMore }) => [data.length, hasMore])).toEqual([
      [2, true],
      [2, true],
      [1, false],
    ])
    const paged = pages.flatMap(({ data }) => data.map(({ id }) => id))
    expect(paged).toEqual((await list()).data.map(({ id }) => id))
  })

  test('hasMore is false when the last page is full, and beyond the end', async () => {
    expect((await list('?limit=5')).hasMore).toBe(false)
    expect((await list('?limit=4')).hasMore).toBe(true)
    expect(await list('?limit=2&offset=5')).toEqual({ data: [], hasMore: false })
    expect(await list('?offset=1000000')).toEqual({ data: [], hasMore: false })
  })

  test('count within the filter', async () => {
    const { data, hasMore } = await list(`?customerExternalId=${ada}&limit=1`)
    expect([data.length, hasMore]).toEqual([1, true])
    expect((await list(`?customerExternalId=${ada}&limit=1&offset=1`)).hasMore).toBe(false)
  })
})

describe('one invoice', () => {
  test('is read with its lines and agrees with the list', async () => {
    for (const item of (await list()).data) {
      const invoice = await readInvoice(api, item.id)
      expect(invoice).toMatchObject(item)
      expect(invoice.lineItems.length).toBeGreaterThan(0)
      for (const field of ['discounts', 'taxes', 'agentBreakdown', 'payments']) {
        expect(invoice).toHaveProperty(field)
      }
    }
  })
})

describe('several states', () => {
  test.each([
    ['?status=issued&status=paid', () => ids(issued, paid)],
    ['?status=void', () => ids(voided)],
    ['?status=draft&status=draft', () => ids(draft)],
  ])('%s lists invoices of any of them', async (query, expected) => {
    expect(await idsOf(query)).toEqual(expected())
  })

  test.each(['?status=issued&status=unpaid', '?status=issued,paid', '?status='])(
    '%s is a 400 that lists the valid ones',
    async (query) => {
      const { status, body } = await api.get(`${INVOICES}${query}`)
      expect(status).toBe(400)
      expect(body.message.join()).toContain('draft, pending, issued')
    },
  )
})

describe('updatedSince', () => {
  test('lists invoices changed then or later, whatever their date', async () => {
    expect(await idsOf('?updatedSince=2026-08-10')).toEqual(ids(draft))
    expect(await idsOf('?updatedSince=2026-07-10T12:00:00Z')).toEqual(ids(draft, refunded))
    expect(await idsOf('?updatedSince=2026-07-10T12:00:01Z&status=refunded')).toEqual([])
    expect(await idsOf('?updatedSince=2026-01-01')).toHaveLength(5)
  })

  test('can go on from the largest updatedAt that was listed', async () => {
    const items = (await list()).data as unknown as { updatedAt: string }[]
    const last = items
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1)
    expect(await idsOf(`?updatedSince=${last}`)).toEqual(ids(draft))
  })
})

describe('search', () => {
  test('finds by a part of the number, case-insensitively and with literal wildcards', async () => {
    const number = issued.invoiceNumber
    expect(await idsOf(`?search=${number}`)).toEqual(ids(issued))
    expect(await idsOf(`?search=${number.toLowerCase()}`)).toEqual(ids(issued))
    expect(await idsOf(`?search=${number.slice(-2)}`)).toContain(issued.id)
    expect(await idsOf('?search=INV-&status=paid')).toEqual(ids(paid))
    expect(await idsOf('?search=%25')).toEqual([])
    expect(await idsOf('?search=_')).toEqual([])
    expect(await idsOf('?search=%20')).toHaveLength(5)
  })
})

describe('the counts', () => {
  const countsOf = async (query = '') => must(api.get(`${INVOICES}/counts${query}`))
  const NONE = { draft: 0, pending: 0, issued: 0, paid: 0, overdue: 0, void: 0, refunded: 0 }

  test('show the number in each state, and the total', async () => {
    const each = { ...NONE, draft: 1, issued: 1, paid: 1, void: 1, refunded: 1 }
    expect(await countsOf()).toEqual({ total: 5, byStatus: each })
  })

  test('count only the invoices that match the filters', async () => {
    const ofAda = { total: 2, byStatus: { ...NONE, issued: 1, paid: 1 } }
    expect(await countsOf(`?customerExternalId=${ada}`)).toEqual(ofAda)
    expect(await countsOf(`?customerId=${issued.customerId}`)).toEqual(ofAda)
    expect(await countsOf(`?search=${issued.invoiceNumber}`)).toMatchObject({ total: 1 })
    expect(await countsOf('?startDate=2026-05-01&endDate=2026-05-31')).toMatchObject({ total: 1 })
    expect(await countsOf('?search=nothing')).toEqual({ total: 0, byStatus: NONE })
  })

  test.each([
    ['status=paid', 400, 'status'],
    ['startDate=2026-03-02&endDate=2026-03-01', 422, 'endDate'],
  ])('with %s are a %i about %s', async (query, status, param) => {
    const answer = await api.get(`${INVOICES}/counts?${query}`)
    expect([answer.status, answer.body.param]).toEqual([status, param])
  })

  test('and the page of a tab are found by an index among a hundred thousand', async () => {
    const planOf = async (query: string) => {
      const client = await t.database.pool.connect()
      try {
        await client.query('begin')
        await client.query('set local enable_seqscan = off')
        await client.query('drop index invoices_date_idx')
        const { rows } = await client.query(`explain ${query}`)
        return JSON.stringify(rows)
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    const where = `organization_id = '${t.organization.id}'`
    const counts = `select status, count(*) from invoices where ${where} group by status`
    expect(await planOf(counts)).toMatch(/Index (Only )?Scan.*invoices_/)
    const tab = `select id from invoices where ${where} and status = 'paid'
      order by coalesce(issued_at, generated_at) desc, id desc limit 25`
    const plan = await planOf(tab)
    // No sort before the limit; a cluster sorts only the rows that its nodes returned.
    expect(plan).toMatch(/Limit(?:(?!Sort).)*Index (Only )?Scan Backward using invoices_state_idx/)
  })
})

describe('the zone that the days of an invoice are in', () => {
  test("is its subscription's, else its customer's, frozen or not, and in a preview", async () => {
    const april = { billingPeriodStart: '2026-04-01', billingPeriodEnd: '2026-05-01' }
    const zones = { customer: { timezone: 'Asia/Tokyo' } }
    const own = { subscription: { startDate: '2026-01-01', timezone: 'America/New_York' } }
    const [plain, special] = [
      await givenDeal(api, { prices: [FEE], ...zones }),
      await givenDeal(api, { prices: [FEE], ...zones, ...own }),
    ]
    const [first, second] = [await plain.generate(april), await special.generate(april)]
    const zoneOf = async (id: string) => {
      const { data } = await must(api.get(`${INVOICES}?limit=100`))
      return data.find((one: Invoice) => one.id === id).timezone
    }
    expect(await zoneOf(first.id)).toBe('Asia/Tokyo')
    expect(await zoneOf(second.id)).toBe('America/New_York')
    await sendInvoice(api, first)
    expect(await zoneOf(first.id)).toBe('Asia/Tokyo')
    expect((await must(special.preview())).timezone).toBe('America/New_York')
  })
})
