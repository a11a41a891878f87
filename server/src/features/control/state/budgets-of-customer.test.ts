import { expect, test } from 'vitest'
import { givenCustomer } from '../../../../test/support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../../../../test/support/use-app.ts'
import { budgetsOfCustomer } from './budgets-of-customer.ts'

const t = useTestApp()
const { api, organization } = useOrganizationPerTest(t)

test('budgets of other customers are left out, and their billing periods are not read', async () => {
  const { id: customerId } = await givenCustomer(api, { externalId: 'acme' })
  await givenCustomer(api, { externalId: 'globex' })
  const terms = { measure: 'cost', amount: 5, period: 'day', action: 'alert' }
  await api.post('/v1/budgets', { ...terms, name: 'every' })
  await api.post('/v1/budgets', { ...terms, name: 'all', isPerCustomer: false })
  await api.post('/v1/budgets', { ...terms, name: 'own', customerExternalId: 'acme' })
  const other = { name: 'other', customerExternalId: 'globex', period: 'billing_period' }
  await api.post('/v1/budgets', { ...terms, ...other })
  const read: string[] = []
  const deps = {
    ...t.dependencies.alertDeps,
    billingPeriods: async (customer: { customerId: string }) => {
      read.push(customer.customerId)
      return []
    },
  }
  const namesOf = async (id: string) => {
    const customer = { organizationId: organization.id, customerId: id }
    const budgets = await budgetsOfCustomer(deps, customer, { businessNow: new Date() })
    return budgets.map(({ name }) => name)
  }
  expect(await namesOf(customerId)).toEqual(['every', 'own'])
  expect(read).toEqual([])
})
