import { expect } from 'vitest'
import { type Api, must } from '../support/app.ts'
import type { TestDatabase } from '../support/database.ts'
import { readDetails } from '../support/event-details.ts'
import { type Fraction, parse, share, shown, times, total } from './fraction.ts'

type Work = { agentId: string; signalId: string; model: string }
type RejectedCost = Work & { customerId: string; at: number; cost: Fraction }

/** Reads what the rejected units of each event cost; the events have one model each. */
export async function readRejectedCosts(
  { pool }: TestDatabase,
  organizationId: string,
): Promise<RejectedCost[]> {
  const client = await pool.connect()
  try {
    await readDetails(client)
    const { rows } = await client.query(
      `select e.customer_id, e.agent_id, e.signal_id, e.usage_date, d.services,
         trim_scale(e.usage_cost)::text as cost, trim_scale(e.quantity)::text as quantity,
         trim_scale(r.quantity)::text as rejected
       from usage_events e join event_details d using (customer_id, id)
       join outcome_rejections r on r.event_id = e.id and r.state = 'accepted'
       where e.organization_id = $1 and e.usage_cost is not null`,
      [organizationId],
    )
    return rows.map((row) => {
      const [service, ...more] = row.services
      if (more.length > 0) throw new Error('an event of several models has no one model')
      return {
        customerId: row.customer_id,
        agentId: row.agent_id,
        signalId: row.signal_id,
        model: `${service.modelProvider}/${service.model}`,
        at: row.usage_date.getTime(),
        cost: times(parse(row.cost), share(parse(row.rejected), parse(row.quantity))),
      }
    })
  } finally {
    await client.query('drop table if exists event_details')
    client.release()
  }
}

const sumOf = (costs: readonly RejectedCost[]) => shown(total(costs.map(({ cost }) => cost)))

/** Compares what rejected units cost, in total and by agent, signal and model, of some events. */
export async function compareRejected(
  api: Api,
  { costs, filter }: { costs: readonly RejectedCost[]; filter: string },
) {
  const answer = await must(api.get(`/v1/analytics/cost?${filter}`))
  expect(answer.costOfRejected, filter).toBe(sumOf(costs))
  const tables: [rows: (Partial<Work> & { costOfRejected: number })[], key: keyof Work][] = [
    [answer.byAgent, 'agentId'],
    [answer.bySignal, 'signalId'],
    [
      answer.byModel.map((row: { modelProvider: string; model: string }) => {
        return { ...row, model: `${row.modelProvider}/${row.model}` }
      }),
      'model',
    ],
  ]
  for (const [rows, key] of tables) {
    const expected = Map.groupBy(costs, (one) => one[key])
    for (const row of rows) {
      const own = expected.get(row[key] ?? '') ?? []
      expect(row.costOfRejected, `${filter} ${key} ${row[key]}`).toBe(sumOf(own))
      expected.delete(row[key] ?? '')
    }
    expect([...expected.keys()], `${filter}: not listed by ${key}`).toEqual([])
  }
}
