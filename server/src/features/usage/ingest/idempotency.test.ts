import { expect, test } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { llm, times } from '../../../../test/support/usage.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { newId } from '../../../platform/id.ts'
import type { EventRow } from './event-row.ts'
import { findRepeats } from './idempotency.ts'

const t = useTestApp()

test('finds the same keys whether or not the query names each customer', async () => {
  // More customers than one statement can name, each with several keys, and one key shared by all.
  const records = times(130, (n) =>
    llm({
      customerExternalId: `customer-${n % 65}`,
      idempotencyKey: n < 65 ? 'shared' : `own-${n}`,
    }),
  )
  for (const some of [records.slice(0, 65), records.slice(65)]) await must(t.api.record(...some))
  const { rows } = await t.database.pool.query<{ customerId: string; payload: string }>(
    'select customer_id as "customerId", payload from usage_events order by id',
  )
  const asked = rows.flatMap(({ customerId, payload }): EventRow[] => {
    const { idempotencyKey }: { idempotencyKey: string } = JSON.parse(payload)
    const row = { customerId, payload, agentId: newId(), signalId: newId(), runId: null }
    const rest = { ...row, organizationId: newId(), usageDate: 0, quantity: 1, receivedAt: 0 }
    return [idempotencyKey, 'shared', 'unused'].map((key) => {
      const cost = { status: 'PROCESSED', usageCost: null, prices: '' } as const
      const fresh = { id: newId(), idempotencyKey: key, keepsHold: false, settlesAt: null }
      return { ...rest, ...fresh, cost: { ...cost, services: [], uncosted: [] } }
    })
  })
  const client = await t.database.pool.connect()
  try {
    const all = await findRepeats(client, asked, { ofNodeAlone: false })
    const named = await findRepeats(client, asked, { ofNodeAlone: true })
    expect([...named].sort()).toEqual([...all].sort())
    const kinds = Map.groupBy(all.values(), ({ kind }) => kind)
    expect(kinds.get('duplicate')?.length).toBeGreaterThanOrEqual(130)
    // These keys are unused; the second key of each customer repeats within the batch.
    const unused = asked.filter(({ idempotencyKey }) => idempotencyKey === 'unused')
    expect(unused.filter(({ id }) => !all.has(id))).toHaveLength(65)
  } finally {
    client.release()
  }
})
