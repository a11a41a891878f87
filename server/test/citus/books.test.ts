import { expect, onTestFinished, test } from 'vitest'
import { ALL_CHECKS } from '../../src/features/analytics/reconciliation/reconciliation.ts'
import { runChecks } from '../../src/features/books/run-checks.ts'
import { resolveOrganization } from '../../src/features/organizations/service.ts'
import { must } from '../support/app.ts'
import { llm, times } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({})

async function findDifferences(): Promise<string[]> {
  const { id: organizationId } = await resolveOrganization(t.dependencies.db, undefined)
  const everything = { customerId: undefined, window: undefined, limit: 10 }
  const results = await runChecks(t.dependencies.db, {
    organizationId,
    checks: ALL_CHECKS,
    ...everything,
  })
  return results.filter(({ differences }) => differences.length > 0).map(({ name }) => name)
}

/** Records usage of customers on all nodes until stopped. */
function startRecording(): () => Promise<void> {
  let isStopped = false
  const record = async () => {
    for (let batch = 0; !isStopped; batch += 1) {
      const records = times(10, (n) => llm({ customerExternalId: `customer-${(batch + n) % 40}` }))
      await must(t.api.record(...records))
    }
  }
  const recorded = Promise.all([record(), record(), record()])
  return async () => {
    isStopped = true
    await recorded
  }
}

test('the books agree while usage is recorded on every node', async () => {
  const stop = startRecording()
  onTestFinished(stop)
  for (let look = 0; look < 5; look += 1) expect(await findDifferences()).toEqual([])
})

test('a sum of all customers that is wrong is found while usage is recorded', async () => {
  // Finds the row by its key: its physical location changes while it is written.
  const change = async (by: number) => {
    const { rowCount } = await t.database.pool.query(
      `update organization_days set quantity = quantity + ${by}
       where (day, agent_id, signal_id, writer_slot) = (
         select day, agent_id, signal_id, writer_slot from organization_days order by 1, 2, 3, 4 limit 1)`,
    )
    expect(rowCount).toBe(1)
  }
  const stop = startRecording()
  onTestFinished(stop)
  await must(t.api.record(llm()))
  await change(1)
  expect(await findDifferences()).toEqual(['organization_days_equal_days'])
  await change(-1)
})
