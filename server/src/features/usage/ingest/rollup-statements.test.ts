import { expect, test } from 'vitest'
import { times } from '../../../../test/support/usage.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { decimal } from '../../../domain/money.ts'
import { newId } from '../../../platform/id.ts'
import type { UsedService } from '../batch/parse-record.ts'
import { rollupStatements } from './rollup-statements.ts'
import { createRollupTotals } from './rollups.ts'

const t = useTestApp()

const TABLES = ['usage_rollups', 'usage_days', 'model_rollups', 'customer_days', 'other_cost_days']

const MODEL: Pick<UsedService, 'model' | 'modelProvider' | 'paidBy' | 'reportedCostUsd'> = {
  model: `it's "a", {b}`,
  modelProvider: 'x',
  paidBy: 'customer',
  reportedCostUsd: decimal('0.3'),
}

/**
 * Adds events for each customer in one transaction, with the same agents, signals, days and models.
 */
async function add(customerIds: readonly string[], work: readonly Work[]) {
  const client = await t.database.pool.connect()
  try {
    await client.query('begin')
    for (const statement of statementsOf(customerIds, work)) await client.query(statement)
    await client.query('commit')
  } finally {
    client.release()
  }
}

type Work = { id: string; day: number }

function statementsOf(customerIds: readonly string[], work: readonly Work[], model = MODEL) {
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
        services: [{ ...model, ...tokens, quantity: 0, cost, computedCost: cost }],
        serviceCount: 1,
      })
    }
  }
  return rollupStatements(totals, { slot: 1, now: new Date() })
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
  // Four rows each of costs that the customer paid, and that were reported.
  expect(sums).toHaveLength(4 + 4 + 4 + 3 + 4 + 4)
  for (const other of together) expect(await sumsOf(other)).toEqual(sums)
})

test('usage without other costs needs no statement for them', () => {
  const [customerId = '', id = ''] = times(2, newId)
  const namesOf = (model: typeof MODEL) =>
    statementsOf([customerId], [{ id, day: 1 }], model).map(({ name }) => name ?? '')
  const ordinary = namesOf({ ...MODEL, paidBy: 'organization', reportedCostUsd: null })
  const other = namesOf(MODEL).filter((name) => !ordinary.includes(name))
  expect(other).toEqual(['upsert-other-cost-days-of-one'])
  expect(ordinary).toHaveLength(namesOf(MODEL).length - 1)
})
