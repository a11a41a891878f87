import { expect, test } from 'vitest'
import { givenCustomer, givenTaxRate } from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'

const t = useTestApp()
const { api } = t

const TAX_RATES = '/v1/tax-rates'

test('a tax rate is deleted or given to a customer, never both', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [{ id }, customer] = await Promise.all([givenTaxRate(api), givenCustomer(api)])
    const [created, updated, deleted] = await Promise.all([
      api.post('/v1/customers', { name: 'Twin', taxRateIds: [id] }),
      api.patch(`/v1/customers/${customer.id}`, { taxRateIds: [id] }),
      api.delete(`${TAX_RATES}/${id}`),
    ])
    const given204 = deleted.status === 204
    expect([201, 404]).toContain(created.status)
    expect([200, 404]).toContain(updated.status)
    expect(given204).toBe(created.status === 404 && updated.status === 404)
    if (!given204) expect(deleted.status).toBe(409)
  }
})
