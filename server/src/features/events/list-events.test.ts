import { expect, test } from 'vitest'
import { must } from '../../../test/support/app.ts'
import { statementsOf } from '../../../test/support/statements.ts'
import { llm } from '../../../test/support/usage.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { EARLIEST_DATE, LATEST_DATE } from '../../platform/dates/sent-date.ts'
import { listEventPage } from './list-events.ts'

const t = useTestApp()

const WINDOW = { start: EARLIEST_DATE, end: LATEST_DATE }

test('a page after the last one is answered from the total, without locating it', async () => {
  for (const usageDate of ['2026-03-01', '2026-03-02', '2026-03-04']) {
    await must(t.api.record(llm({ usageDate })))
  }
  const { db, pool } = t.dependencies
  const { id: agentId } = await db.selectFrom('agents').select('id').executeTakeFirstOrThrow()
  for (const filter of [
    { agentId },
    { eventProcessed: 'PROCESSED' as const },
    { agentId, customerId: agentId },
  ]) {
    const asked = {
      organizationId: t.organization.id,
      customerId: undefined,
      signalId: undefined,
      runId: undefined,
      agentId: undefined,
      eventProcessed: undefined,
      ...filter,
    }
    const total = 'customerId' in filter ? 0 : 3
    for (const offset of [total, 100_000_000_000]) {
      let page: unknown
      const statements = await statementsOf(pool, async () => {
        page = await listEventPage(db, asked, { window: WINDOW, offset, limit: 100 })
      })
      expect(page).toEqual({ events: [], totalResults: total })
      expect(statements.filter((text) => text.includes('order by'))).toEqual([])
    }
    const last = await listEventPage(db, asked, { window: WINDOW, offset: 2, limit: 100 })
    expect(last.events).toHaveLength(total === 0 ? 0 : 1)
  }
})
