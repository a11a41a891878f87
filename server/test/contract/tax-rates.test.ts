import { describe, expect, test } from 'vitest'
import { createOtherOrganizationApi, messageOf } from '../support/app.ts'
import { type Fields, givenCustomer, givenTaxRate } from '../support/given.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()
const { api } = t

const TAX_RATES = '/v1/tax-rates'
const vat = { name: 'VAT', percentage: 19 }

describe('creating', () => {
  test('needs a name and a percentage, and fills in the defaults', async () => {
    expect(await givenTaxRate(api)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'VAT',
      description: null,
      percentage: 19,
      isInclusive: false,
      isDefault: false,
      isActive: true,
      customerCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
  })

  test.each([0, 100, 8.875, '9.975', '0'])('takes %j percent', async (percentage) => {
    const fields = { description: 'Quebec', isInclusive: true, isActive: false }
    const rate = await givenTaxRate(api, { ...fields, percentage })
    expect(rate).toMatchObject({ ...fields, percentage: Number(percentage) })
    expect((await api.get(`${TAX_RATES}/${rate.id}`)).body).toEqual(rate)
  })

  test.each<[Fields, RegExp]>([
    [{ percentage: -1 }, /from 0 to 100/],
    [{ percentage: 100.5 }, /from 0 to 100/],
    [{ percentage: '19%' }, /from 0 to 100/],
    [{ percentage: '8.33333333333333333333' }, /at most 15 digits/],
  ])('refuses %j', async (fields, message) => {
    const answer = await api.post(TAX_RATES, { ...vat, ...fields })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toMatch(message)
  })
})

describe('changing', () => {
  test('changes only fields that invoices have not applied', async () => {
    const rate = await givenTaxRate(api, { description: 'Germany' })
    const change = { name: 'MwSt', description: null, isDefault: true, isActive: false }
    const { status, body } = await api.patch(`${TAX_RATES}/${rate.id}`, change)
    expect(status).toBe(200)
    expect(body).toEqual({ ...rate, ...change, updatedAt: expect.any(String) })
    expect((await api.get(`${TAX_RATES}/${rate.id}`)).body).toEqual(body)
    await api.patch(`${TAX_RATES}/${rate.id}`, { isDefault: false })
  })

  test.each<Fields>([{ percentage: 20 }, { isInclusive: true }, { name: 'A', percentage: 19 }])(
    '%j is refused, because invoices must stay correct',
    async (change) => {
      const rate = await givenTaxRate(api)
      const answer = await api.patch(`${TAX_RATES}/${rate.id}`, change)
      expect(answer.status).toBe(422)
      expect(messageOf(answer)).toMatch(/cannot change.*create another tax rate/)
      expect((await api.get(`${TAX_RATES}/${rate.id}`)).body).toEqual(rate)
    },
  )
})

test('counts the customers that name it, without deleted ones', async () => {
  const [rate, other] = [await givenTaxRate(api), await givenTaxRate(api)]
  const both = await givenCustomer(api, { taxRateIds: [other.id, rate.id] })
  await givenCustomer(api, { taxRateIds: [rate.id] })
  await givenCustomer(api)
  const countOf = async (id: string) => (await api.get(`${TAX_RATES}/${id}`)).body.customerCount
  expect([await countOf(rate.id), await countOf(other.id)]).toEqual([2, 1])
  const { results } = (await api.get(`${TAX_RATES}?limit=100`)).body
  expect(results).toContainEqual(expect.objectContaining({ id: rate.id, customerCount: 2 }))
  expect((await api.patch(`${TAX_RATES}/${rate.id}`, { name: 'A' })).body.customerCount).toBe(2)
  await api.delete(`/v1/customers/${both.id}`)
  expect([await countOf(rate.id), await countOf(other.id)]).toEqual([1, 0])
})

describe('deleting', () => {
  test('is refused while a customer names it, and done once none does', async () => {
    const [rate, other] = [await givenTaxRate(api), await givenTaxRate(api)]
    const path = `${TAX_RATES}/${rate.id}`
    const first = await givenCustomer(api, { taxRateIds: [other.id, rate.id] })
    const second = await givenCustomer(api, { taxRateIds: [rate.id] })
    const refused = await api.delete(path)
    expect(refused.status).toBe(409)
    expect(messageOf(refused)).toMatch(/2 customer.*taxRateIds/)
    await api.patch(`/v1/customers/${first.id}`, { taxRateIds: null })
    await api.delete(`/v1/customers/${second.id}`)
    expect((await api.delete(path)).status).toBe(204)
    expect((await api.get(path)).status).toBe(404)
    expect((await api.patch(path, { name: 'A' })).status).toBe(404)
    expect((await api.delete(path)).status).toBe(404)
    expect((await api.get(`${TAX_RATES}?limit=100`)).body.results).not.toContainEqual(
      expect.objectContaining({ id: rate.id }),
    )
  })
})

test('lists the latest first, by name and by what applies', async () => {
  const mine = await createOtherOrganizationApi(t)
  for (const name of ['GST', 'pst', 'VAT']) {
    const fields = { isDefault: name === 'GST', isActive: name !== 'pst' }
    await mine.post(TAX_RATES, { ...vat, name, ...fields })
  }
  const names = async (query: string) => {
    const { status, body } = await mine.get(`${TAX_RATES}?${query}`)
    expect(status).toBe(200)
    return body.results.map(({ name }: { name: string }) => name)
  }
  expect(await names('')).toEqual(['VAT', 'pst', 'GST'])
  expect(await names('sortBy=name&sortOrder=asc')).toEqual(['GST', 'pst', 'VAT'])
  expect(await names('isActive=false')).toEqual(['pst'])
  expect(await names('isDefault=true')).toEqual(['GST'])
  expect(await names('search=st')).toEqual(['pst', 'GST'])
})
