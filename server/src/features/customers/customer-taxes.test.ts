import { describe, expect, test } from 'vitest'
import { createApi, createTestOrganization, messageOf } from '../../../test/support/app.ts'
import { ABSENT, type Fields, givenCustomer, givenTaxRate } from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'

const t = useTestApp()
const { api } = t

test('a customer keeps its tax id, its tax rates in their order and its exemption', async () => {
  const [first, second] = [(await givenTaxRate(api)).id, (await givenTaxRate(api)).id]
  const fields = { taxId: 'VAT DE123456789', taxRateIds: [second, first], isTaxExempt: true }
  const customer = await givenCustomer(api, fields)
  expect(customer).toMatchObject(fields)
  expect((await api.get(`/v1/customers/${customer.id}`)).body).toEqual(customer)
})

test('an update changes each of them alone, and null clears it', async () => {
  const rate = (await givenTaxRate(api)).id
  const fields = { taxId: 'GB 1', taxRateIds: [rate], isTaxExempt: true }
  const { id } = await givenCustomer(api, fields)
  const path = `/v1/customers/${id}`
  expect((await api.patch(path, { name: 'New' })).body).toMatchObject(fields)
  expect((await api.patch(path, { isTaxExempt: false })).body).toMatchObject({
    ...fields,
    isTaxExempt: false,
  })
  expect((await api.patch(path, { taxRateIds: [] })).body.taxRateIds).toEqual([])
  const cleared = await api.patch(path, { taxRateIds: null, taxId: null })
  expect(cleared.body).toMatchObject({ taxRateIds: null, taxId: null, isTaxExempt: false })
  expect((await api.get(path)).body).toEqual(cleared.body)
})

test('ids in capitals are the same ids', async () => {
  const rate = (await givenTaxRate(api)).id
  expect((await givenCustomer(api, { taxRateIds: [rate.toUpperCase()] })).taxRateIds).toEqual([
    rate,
  ])
})

test.each<Fields>([
  { isTaxExempt: 'yes' },
  { isTaxExempt: null },
  { taxId: 12 },
  { taxId: 'x'.repeat(65) },
  { taxId: '\ud800' },
  { taxRateIds: 'all' },
  { taxRateIds: ['vat'] },
  { taxRateIds: [ABSENT, ABSENT] },
  { taxRateIds: [null] },
  { taxRateIds: Array.from({ length: 11 }, () => crypto.randomUUID()) },
])('%j is malformed', async (fields) => {
  const [field = ''] = Object.keys(fields)
  const created = await api.post('/v1/customers', { name: 'Acme', ...fields })
  expect(created.status).toBe(400)
  expect(messageOf(created)).toContain(field)
  expect((await api.patch(`/v1/customers/${(await givenCustomer(api)).id}`, fields)).status).toBe(
    400,
  )
})

describe('a tax rate that does not apply', () => {
  test('is named when it does not exist, is deleted or of another organization', async () => {
    const [fine, deleted] = [(await givenTaxRate(api)).id, (await givenTaxRate(api)).id]
    await api.delete(`/v1/tax-rates/${deleted}`)
    const { secretKey } = await createTestOrganization(t.dependencies)
    const foreign = (await givenTaxRate(createApi(t.app, secretKey))).id
    const { id } = await givenCustomer(api)
    const taxRateIds = [fine, ABSENT, deleted, foreign]
    for (const answer of [
      await api.post('/v1/customers', { name: 'Acme', externalId: 'refused', taxRateIds }),
      await api.patch(`/v1/customers/${id}`, { name: 'New', taxRateIds }),
    ]) {
      expect(answer.status).toBe(404)
      expect(messageOf(answer)).toBe(`Tax rate not found: ${ABSENT}, ${deleted}, ${foreign}`)
    }
    expect((await api.get('/v1/customers/by-external-id/refused')).status).toBe(404)
    expect((await api.get(`/v1/customers/${id}`)).body).toMatchObject({
      name: 'Acme',
      taxRateIds: null,
    })
  })

  test('is refused when it is switched off, unless the customer has it already', async () => {
    const rate = (await givenTaxRate(api, { name: 'Old VAT' })).id
    const customer = await givenCustomer(api, { taxRateIds: [rate] })
    await api.patch(`/v1/tax-rates/${rate}`, { isActive: false })
    const refused = await api.post('/v1/customers', { name: 'Acme', taxRateIds: [rate] })
    expect(refused.status).toBe(422)
    expect(messageOf(refused)).toMatch(/Old VAT .* is not active/)
    const other = `/v1/customers/${(await givenCustomer(api)).id}`
    expect((await api.patch(other, { taxRateIds: [rate] })).status).toBe(422)
    const same = await api.patch(`/v1/customers/${customer.id}`, {
      name: 'New',
      taxRateIds: customer.taxRateIds,
    })
    expect(same.status).toBe(200)
  })
})

test('usage makes a customer that the defaults tax', async () => {
  await api.record({
    customerExternalId: 'provisioned',
    agentCode: 'support',
    signalName: 'ticket',
    model: 'gpt-4o',
    modelProvider: 'openai',
    inputTokens: 10,
  })
  const { body } = await api.get('/v1/customers/by-external-id/provisioned')
  expect(body).toMatchObject({ isTaxExempt: false, taxRateIds: null, taxId: null })
})
