import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal, SINCE_JANUARY, tiered } from '../support/deal.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { lineTable, month, sendInvoice } from '../support/invoice.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({
  now: () => new Date('2026-04-10T12:00:00Z'),
  atEnd: expectRollupsToAddUp,
})
const { api } = useOrganizationPerTest(t)

const JANUARY = month('2026-01-01', '2026-02-01')
const FEBRUARY = month('2026-02-01', '2026-03-01')
const IN_JANUARY = '2026-01-10T08:07:00Z'
const IN_FEBRUARY = '2026-02-10T08:07:00Z'
const URL = '/v1/events/corrections'

type Row = [deal: Pick<Deal, 'externalId'>, key: string, quantity?: number | string]

function fileOf(rows: readonly Row[]): string {
  const isAmend = rows.some(([, , quantity]) => quantity !== undefined)
  const header = ['customerExternalId', 'idempotencyKey', ...(isAmend ? ['quantity'] : [])]
  const lines = rows.map(([{ externalId }, ...cells]) => [externalId, ...cells])
  return [header, ...lines].map((cells) => cells.join(',')).join('\n')
}

const bodyOf = (rows: readonly Row[]): Fields => ({
  kind: rows.some(([, , quantity]) => quantity !== undefined) ? 'amend' : 'void',
  csv: fileOf(rows),
  reason: 'Counted twice',
})
const preview = (...rows: Row[]) => must(api.post(`${URL}/preview`, bodyOf(rows)))
const correct = (...rows: Row[]) => must(api.post(URL, bodyOf(rows)))
const effects = (answer: Fields) =>
  (answer.invoices as Fields[]).map(
    ({ effect, quantityChange, amountChange }) => `${effect} ${quantityChange} ${amountChange}`,
  )
const quantityOf = async (key: string) => {
  const { results } = await must(api.get('/v1/events?limit=100'))
  return results.find(({ idempotencyKey }: Fields) => idempotencyKey === key)?.quantity
}

/** Records tickets of January, invoices them, and makes a draft of February with others. */
async function givenTickets(price: Fields = flatPrice('ticket', 2)) {
  const deal = await givenDeal(api, { prices: [price], subscription: SINCE_JANUARY })
  for (const [key, quantity] of [
    ['a', 10],
    ['b', 5],
  ] as const) {
    await deal.use('ticket', quantity, IN_JANUARY, { idempotencyKey: key })
  }
  await sendInvoice(api, await deal.generate(JANUARY))
  await deal.use('ticket', 4, IN_FEBRUARY, { idempotencyKey: 'c' })
  const draft = await deal.generate(FEBRUARY)
  return { deal, draft }
}

describe('a file of corrections', () => {
  test('voids events: drafts are recomputed, final invoices are settled by the next', async () => {
    const { deal, draft } = await givenTickets()
    const rows: Row[] = [
      [deal, 'a'],
      [deal, 'c'],
    ]
    const expected = { rowCount: 2, correctedCount: 2, unchangedCount: 0, problemCount: 0 }
    const shown = await preview(...rows)
    expect(shown).toMatchObject({ ...expected, quantityChange: '-14', isComplete: true })
    expect(effects(shown)).toEqual(['settled -10 -20', 'recomputed -4 -8'])
    expect(await quantityOf('a')).toBe('10')

    expect(await correct(...rows)).toEqual({ kind: 'void', ...expected, problems: [] })
    expect([await quantityOf('a'), await quantityOf('b')]).toEqual(['0', '5'])
    expect(lineTable(await sendInvoice(api, draft))).toEqual([
      ['usage', 0, 0],
      ['late_usage', -10, -20],
    ])
    const { corrections } = await must(
      api.get(`/v1/events/${(await must(api.get('/v1/events'))).results[0].id}`),
    )
    expect(corrections).toMatchObject([{ kind: 'void', reason: 'Counted twice' }])
  })

  test('amends quantities, at the price of the tiers that they then reach', async () => {
    const { deal, draft } = await givenTickets(
      tiered('ticket', 'graduated', [
        { lower: 0, upper: 10, rate: 1 },
        { lower: 10, upper: null, rate: 0.5 },
      ]),
    )
    const rows: Row[] = [
      [deal, 'a', 4],
      [deal, 'b', 5],
      [deal, 'c', 6],
    ]
    const shown = await preview(...rows)
    expect(shown).toMatchObject({ correctedCount: 2, unchangedCount: 1, quantityChange: '-4' })
    // 15 tickets cost 12.50, and 9 cost 9.
    expect(effects(shown)).toEqual(['settled -6 -3.5', 'recomputed 2 2'])
    expect(await correct(...rows)).toMatchObject({ correctedCount: 2, unchangedCount: 1 })
    expect(lineTable(await sendInvoice(api, draft))).toEqual([
      ['usage', 6, 6],
      ['late_usage', -6, -3.5],
    ])
    expect(await correct(...rows)).toMatchObject({ correctedCount: 0, unchangedCount: 3 })
  })

  test('lists rows that name no event, and applies all others', async () => {
    const { deal } = await givenTickets()
    await correct([deal, 'b'])
    const rows: Row[] = [
      [deal, 'b'],
      [deal, 'absent'],
      [{ externalId: 'missing' }, 'a'],
      [deal, 'a'],
    ]
    const problems = [
      { row: 2, idempotencyKey: 'b', message: 'The event is void already' },
      { row: 3, idempotencyKey: 'absent' },
      { row: 4, customerExternalId: 'missing' },
    ]
    expect(await preview(...rows)).toMatchObject({ problemCount: 3, problems })
    const done = await correct(...rows)
    expect(done).toMatchObject({ rowCount: 4, correctedCount: 1, problemCount: 3, problems })
    expect(await quantityOf('a')).toBe('0')
  })

  test('changes usage that no invoice bills yet', async () => {
    const { deal } = await givenTickets()
    await deal.use('ticket', 3, '2026-04-05T00:00:00Z', { idempotencyKey: 'd' })
    expect(await preview([deal, 'd'])).toMatchObject({ invoices: [], uninvoicedCount: 1 })
  })

  test('corrects each event once when it is sent twice at once', async () => {
    const { deal } = await givenTickets()
    const rows: Row[] = [
      [deal, 'a'],
      [deal, 'b'],
    ]
    const answers = await Promise.all([correct(...rows), correct(...rows)])
    expect(answers.map(({ correctedCount }) => correctedCount).toSorted()).toEqual([0, 2])
    const { results } = await must(api.get('/v1/events'))
    for (const { id } of results.filter(({ idempotencyKey }: Fields) => idempotencyKey !== 'c')) {
      expect((await must(api.get(`/v1/events/${id}`))).corrections).toHaveLength(1)
    }
  })

  test.each([
    ['an empty file', 'void', ''],
    ['no rows', 'void', 'customerExternalId,idempotencyKey\n'],
    ['a missing column', 'void', 'customerExternalId\nacme\n'],
    ['another column', 'void', 'customerExternalId,idempotencyKey,cost\nacme,a,1\n'],
    ['no quantity', 'amend', 'customerExternalId,idempotencyKey\nacme,a\n'],
    ['a negative quantity', 'amend', 'customerExternalId,idempotencyKey,quantity\nacme,a,-1\n'],
    ['half a unit', 'amend', 'customerExternalId,idempotencyKey,quantity\nacme,a,1.5\n'],
    ['a huge quantity', 'amend', 'customerExternalId,idempotencyKey,quantity\nacme,a,1e30\n'],
    ['a row without a key', 'void', 'customerExternalId,idempotencyKey\nacme,\n'],
    ['an event named twice', 'void', 'customerExternalId,idempotencyKey\nacme,a\nacme,a\n'],
    ['a row of other cells', 'void', 'customerExternalId,idempotencyKey\nacme,a,b\n'],
    ['an open quote', 'void', 'customerExternalId,idempotencyKey\nacme,"a\n'],
  ])('is refused as a whole with %s', async (_, kind, csv) => {
    for (const url of [URL, `${URL}/preview`]) {
      expect((await api.post(url, { kind, csv })).status).toBe(400)
    }
  })

  test('reads what spreadsheets write: a byte order mark, line ends, quotes, order of columns', async () => {
    const { deal } = await givenTickets()
    const csv = `\uFEFF"idempotencyKey","customerExternalId"\r\n"a",${deal.externalId}\r\n`
    expect(await must(api.post(URL, { kind: 'void', csv }))).toMatchObject({ correctedCount: 1 })
  })
})
