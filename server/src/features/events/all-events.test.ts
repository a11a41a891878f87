import { beforeAll, expect, test } from 'vitest'
import { listEvents, llm, recordEvent, times } from '../../../test/support/usage.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { allEvents } from './all-events.ts'

const COUNT = 1_200
const EVERYTHING = { start: Date.UTC(2025, 0), end: Date.UTC(2027, 0) }

const t = useTestApp()
beforeAll(async () => {
  const at = (index: number) => new Date(Date.UTC(2026, 2, 1, 0, index)).toISOString()
  const records = times(COUNT, (index) => llm({ usageDate: at(index) }))
  for (let from = 0; from < COUNT; from += 100) {
    await t.api.record(...records.slice(from, from + 100))
  }
})

const filter = () => ({
  organizationId: t.organization.id,
  customerId: undefined,
  agentId: undefined,
  signalId: undefined,
  runId: undefined,
  eventProcessed: undefined,
})

test('events that arrive concurrently neither repeat nor displace any other', async () => {
  const before = (await listEvents(t.api)).map(({ id }) => id)
  const pages = allEvents(t.dependencies.db, filter(), EVERYTHING)
  const read = [...((await pages.next()).value ?? [])]
  const late = await recordEvent(t.api, llm({ usageDate: '2026-12-01T00:00:00Z' }))
  const early = await recordEvent(t.api, llm({ usageDate: '2026-01-01T00:00:00Z' }))
  const beside = await recordEvent(t.api, llm({ usageDate: read.at(-1)?.usageDate.toISOString() }))
  for await (const page of pages) read.push(...page)
  const ids = read.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const meanwhile = [late.id, early.id, beside.id]
  expect(ids.filter((id) => !meanwhile.includes(id))).toEqual(before)
  expect(ids).toContain(early.id)
  expect(ids).not.toContain(late.id)
})

test('pages are small and hold no connection in between, so a slow reader does not block others', async () => {
  const { pool } = t.dependencies
  const sizes: number[] = []
  for await (const page of allEvents(t.dependencies.db, filter(), EVERYTHING)) {
    sizes.push(page.length)
    expect(pool.totalCount - pool.idleCount).toBe(0)
    const { rows } = await t.database.pool.query(
      `select state from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(rows).toEqual([])
  }
  expect(sizes.length).toBeGreaterThan(2)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
})
