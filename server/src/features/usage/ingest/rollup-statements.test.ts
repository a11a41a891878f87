import { expect, test } from 'vitest'
import { times } from '../../../../test/support/usage.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { decimal } from '../../../domain/money.ts'
import { newId } from '../../../platform/id.ts'
import { rollupStatements } from './rollup-statements.ts'
import { createRollupTotals } from './rollups.ts'

const t = useTestApp()

const TABLES = ['usage_rollups', 'usage_days', 'model_rollups', 'customer_days']

/**
 * Adds events for each customer in one transaction, with the same agents, signals, days and models.
 */
async function add(customerIds: readonly string[], work: readonly { id: string; day: number }[]) {
  const totals = createRollupTotals()
  for (const customerId of customerIds) {
    for (const { id, day } of work) {
      const cost = decimal('0.25')
      const tokens = { inputTokens: 7, outputTokens: 3, cacheReadTokens: 2, cacheWriteTokens: 1 }
      totals.add({
        organizationId: t.organization.id,
        customerId,
        agentId: id,
        signalId: id,
        usageDate: Date.UTC(2026, 2, day),
        eventCount: 1,
        uncostedEventCount: 0,
        quantity: 2,
        cost,
        services: [{ model: `it's "a", {b}`, modelProvider: 'x', ...tokens, quantity: 0, cost }],
        serviceCount: 1,
      })
    }
  }
  const client = await t.database.pool.connect()
  try {
    await client.query('begin')
    for (const statement of rollupStatements(totals, 1)) await client.query(statement)
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function sumsOf(customerId: string): Promise<string[]> {
  const rows = await Promise.all(
    TABLES.map((table) =>
      t.database.pool.query<{ row: string }>(
        `select (to_jsonb(sums) - 'customer_id')::text as row from ${table} sums
         where customer_id = $1 order by 1`,
        [customerId],
      ),
    ),
  )
  return rows.flatMap((one) => one.rows.map(({ row }) => row))
}

test('sums are the same whether customers are written separately or together', async () => {
  const [alone = '', ...together] = times(4, newId)
  const work = times(3, (n) => ({ id: newId(), day: 1 + (n % 2) }))
  const more = [...work.slice(1), { id: newId(), day: 9 }]
  for (const some of [work, more]) {
    await add([alone], some)
    await add(together, some)
  }
  const sums = await sumsOf(alone)
  // Four rows each by agent and signal (quarter hours and days), four by model, and three days.
  expect(sums).toHaveLength(4 + 4 + 4 + 3)
  for (const other of together) expect(await sumsOf(other)).toEqual(sums)
})
