import { expect, test } from 'vitest'
import { llm, recordOne } from '../../../../test/support/usage.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { findConcerned } from './concerned.ts'

const t = useTestApp()

test('the customer after another one is the same however often it is asked for', async () => {
  for (const customerExternalId of ['first', 'second', 'third']) {
    await recordOne(t.api, llm({ customerExternalId, usageDate: '2026-03-05' }))
  }
  const { customerAfter } = await findConcerned(
    t.database.db,
    {
      organizationId: t.organization.id,
      windowStart: new Date('2026-03-01'),
      windowEnd: new Date('2026-04-01'),
      customerId: null,
      agentId: null,
      provider: null,
      model: null,
    },
    () => undefined,
  )
  const { rows } = await t.database.pool.query('select id from customers order by id')
  const [first, second, third] = rows.map(({ id }): string => id)
  // A transaction that is retried asks again from where the stored run is.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    expect(customerAfter(null)).toBe(first)
    expect(customerAfter(first ?? '')).toBe(second)
    expect(customerAfter(second ?? '')).toBe(third)
    expect(customerAfter(third ?? '')).toBeUndefined()
  }
})
