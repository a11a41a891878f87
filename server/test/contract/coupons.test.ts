import { describe, expect, test } from 'vitest'
import { createOtherOrganizationApi, messageOf } from '../support/app.ts'
import { type Fields, givenCoupon } from '../support/given.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()
const { api } = t

const COUPONS = '/v1/coupons'
const tenOff = { name: 'Ten off', percentOff: 10 }

describe('creating', () => {
  test('needs a name and a reduction, and fills in the defaults', async () => {
    expect(await givenCoupon(api)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ten off',
      percentOff: 10,
      amountOff: null,
      currency: null,
      duration: 'once',
      durationPeriods: null,
      isActive: true,
      timesGiven: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
  })

  test.each<Fields>([
    { percentOff: 0.1 },
    { percentOff: '33.3333' },
    { percentOff: 100, duration: 'forever' },
    { percentOff: 5, duration: 'repeating', durationPeriods: 12, isActive: false },
    { percentOff: 5, amountOff: null, currency: null, durationPeriods: null },
    { percentOff: null, amountOff: '10.50', currency: 'USD' },
    { percentOff: null, amountOff: 500, currency: 'JPY' },
    { percentOff: null, amountOff: 0.001, currency: 'KWD' },
    { percentOff: null, amountOff: '90000000000000', currency: 'USD' },
  ])('accepts %j, and every read returns the same', async (fields) => {
    const coupon = await givenCoupon(api, fields)
    for (const [field, sent] of Object.entries(fields)) {
      expect(coupon[field], field).toEqual(/^[\d.]+$/.test(String(sent)) ? Number(sent) : sent)
    }
    expect((await api.get(`${COUPONS}/${coupon.id}`)).body).toEqual(coupon)
  })

  test.each<[Fields, RegExp]>([
    [{ percentOff: undefined }, /send percentOff, such as 10 for 10 %, or amountOff with currency/],
    [{ percentOff: null }, /percentOff or amountOff is missing/],
    [{ amountOff: 5, currency: 'USD' }, /either percentOff or amountOff with currency, not both/],
    [{ currency: 'USD' }, /currency goes with amountOff: leave it out/],
    [{ percentOff: 0 }, /above 0 and at most 100/],
    [{ percentOff: -5 }, /above 0 and at most 100/],
    [{ percentOff: 100.01 }, /above 0 and at most 100/],
    [{ percentOff: '10%' }, /above 0 and at most 100/],
    [{ percentOff: '' }, /above 0 and at most 100/],
    [{ percentOff: '33.33333333333333333333' }, /at most 15 digits/],
    [{ percentOff: null, amountOff: 5 }, /currency is missing: send the currency of amountOff/],
    [{ percentOff: null, amountOff: 5, currency: 'XXX' }, /XXX is not an active ISO 4217 code/],
    [{ percentOff: null, amountOff: 0, currency: 'USD' }, /amountOff must be a decimal above 0/],
    [{ percentOff: null, amountOff: -1, currency: 'USD' }, /amountOff must be a decimal above 0/],
    [{ percentOff: null, amountOff: '1e3', currency: 'USD' }, /amountOff must be a decimal/],
    [{ percentOff: null, amountOff: 9e13 + 1, currency: 'USD' }, /at most 90000000000000/],
    [{ percentOff: null, amountOff: 1e16, currency: 'USD' }, /at most 90000000000000/],
    [{ percentOff: null, amountOff: 1.005, currency: 'USD' }, /at most 2 decimals in USD/],
    [{ percentOff: null, amountOff: 1.5, currency: 'JPY' }, /no decimals in JPY/],
    [{ percentOff: null, amountOff: '0.0001', currency: 'KWD' }, /at most 3 decimals in KWD/],
    [{ duration: 'repeating' }, /durationPeriods is missing: send the number of invoices/],
    [{ duration: 'forever', durationPeriods: 3 }, /does not go with duration forever/],
    [{ durationPeriods: 3 }, /does not go with duration once/],
  ])('refuses %j', async (fields, message) => {
    const answer = await api.post(COUPONS, { ...tenOff, ...fields })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toMatch(message)
  })

  test('names every problem in one error', async () => {
    const answer = await api.post(COUPONS, { name: 'A', percentOff: 0, duration: 'repeating' })
    expect(answer.body.message).toHaveLength(2)
  })
})

describe('changing', () => {
  test('renames it and switches it off and on', async () => {
    const coupon = await givenCoupon(api)
    const path = `${COUPONS}/${coupon.id}`
    const { status, body } = await api.patch(path, { name: 'New', isActive: false })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...coupon,
      name: 'New',
      isActive: false,
      updatedAt: expect.any(String),
    })
    expect((await api.patch(path, { isActive: true })).body).toMatchObject({
      name: 'New',
      isActive: true,
    })
    expect((await api.get(path)).body).toMatchObject({ name: 'New', isActive: true })
  })

  test.each<Fields>([
    { percentOff: 20 },
    { amountOff: 20, currency: 'USD' },
    { duration: 'forever' },
    { durationPeriods: 5 },
    { name: 'New', percentOff: null },
  ])('%j is refused, because it was promised', async (change) => {
    const coupon = await givenCoupon(api)
    const answer = await api.patch(`${COUPONS}/${coupon.id}`, change)
    expect(answer.status).toBe(422)
    expect(messageOf(answer)).toMatch(/cannot change.*create another coupon/)
    expect((await api.get(`${COUPONS}/${coupon.id}`)).body).toEqual(coupon)
  })
})

test('a coupon can be deleted once', async () => {
  const { id } = await givenCoupon(api)
  const path = `${COUPONS}/${id}`
  expect((await api.delete(path)).status).toBe(204)
  expect((await api.get(path)).status).toBe(404)
  expect((await api.patch(path, { name: 'B' })).status).toBe(404)
  expect((await api.delete(path)).status).toBe(404)
  expect((await api.get(`${COUPONS}?limit=100`)).body.results).not.toContainEqual(
    expect.objectContaining({ id }),
  )
})

test('lists the latest first, by name and by what is active', async () => {
  const mine = await createOtherOrganizationApi(t)
  for (const name of ['Alpha', 'beta', 'Gamma 10%']) {
    await mine.post(COUPONS, { ...tenOff, name, isActive: name !== 'beta' })
  }
  const names = async (query: string) => {
    const { status, body } = await mine.get(`${COUPONS}?${query}`)
    expect(status).toBe(200)
    return body.results.map(({ name }: { name: string }) => name)
  }
  expect(await names('')).toEqual(['Gamma 10%', 'beta', 'Alpha'])
  expect(await names('sortBy=name&sortOrder=asc')).toEqual(['Alpha', 'beta', 'Gamma 10%'])
  expect(await names('isActive=false')).toEqual(['beta'])
  expect(await names('search=ET')).toEqual(['beta'])
  expect(await names('search=%25')).toEqual(['Gamma 10%'])
})
