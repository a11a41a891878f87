import { expect, test } from 'vitest'
import { type Api, createApi, createTestOrganization } from '../../../test/support/app.ts'
import { type Fields, givenCustomer, givenTaxRate } from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { decimal } from '../../domain/money.ts'
import { listTaxRatesFor } from './applicable.ts'

const t = useTestApp()

async function organization() {
  const { id, secretKey } = await createTestOrganization(t.dependencies)
  const api: Api = createApi(t.app, secretKey)
  const rate = (name: string, fields: Fields = {}) =>
    givenTaxRate(api, { name, percentage: 10, ...fields })
  const customer = (fields?: Fields) => givenCustomer(api, fields)
  const namesFor = async (customerId: string) => {
    const rates = await listTaxRatesFor(t.dependencies.db, { organizationId: id, customerId })
    return rates.map(({ name }) => name)
  }
  return { id, api, rate, customer, namesFor }
}

test('the defaults apply, in the order they were made', async () => {
  const { rate, customer, namesFor } = await organization()
  await rate('GST', { isDefault: true })
  await rate('Other')
  await rate('PST', { isDefault: true })
  await rate('Off', { isDefault: true, isActive: false })
  expect(await namesFor((await customer()).id)).toEqual(['GST', 'PST'])
})

test("a customer's own apply instead, in its order", async () => {
  const { rate, customer, namesFor, api } = await organization()
  await rate('Default', { isDefault: true })
  const [first, second] = [await rate('First'), await rate('Second')]
  const { id } = await customer({ taxRateIds: [second.id, first.id] })
  expect(await namesFor(id)).toEqual(['Second', 'First'])
  await api.patch(`/v1/tax-rates/${second.id}`, { isActive: false })
  expect(await namesFor(id)).toEqual(['First'])
  await api.patch(`/v1/customers/${id}`, { taxRateIds: [] })
  expect(await namesFor(id)).toEqual([])
  await api.patch(`/v1/customers/${id}`, { taxRateIds: null })
  expect(await namesFor(id)).toEqual(['Default'])
})

test('an exempt customer has none, and gets its own back later', async () => {
  const { rate, customer, namesFor, api } = await organization()
  const own = await rate('Own', { isDefault: true })
  const { id } = await customer({ isTaxExempt: true, taxRateIds: [own.id] })
  expect(await namesFor(id)).toEqual([])
  await api.patch(`/v1/customers/${id}`, { isTaxExempt: false })
  expect(await namesFor(id)).toEqual(['Own'])
})

test('deleted defaults no longer apply, and a deleted customer is still taxed', async () => {
  const { rate, customer, namesFor, api } = await organization()
  const [gone] = [await rate('Gone', { isDefault: true }), await rate('GST', { isDefault: true })]
  await api.delete(`/v1/tax-rates/${gone.id}`)
  const { id } = await customer()
  await api.delete(`/v1/customers/${id}`)
  expect(await namesFor(id)).toEqual(['GST'])
})

test("nothing of another organization's applies", async () => {
  const [ours, theirs] = [await organization(), await organization()]
  await theirs.rate('Theirs', { isDefault: true })
  const { id } = await ours.customer()
  expect(await ours.namesFor(id)).toEqual([])
  expect(await theirs.namesFor(id)).toEqual([])
})

test('a rate includes everything that an invoice stores of it', async () => {
  const { id, rate, customer } = await organization()
  const made = await rate('VAT', { percentage: '8.875', isInclusive: true, isDefault: true })
  const key = { organizationId: id, customerId: (await customer()).id }
  expect(await listTaxRatesFor(t.dependencies.db, key)).toEqual([
    { taxRateId: made.id, name: 'VAT', percentage: decimal('8.875'), isInclusive: true },
  ])
})
