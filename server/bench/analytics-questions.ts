import type { Pool } from 'pg'

const DAY_MS = 86_400_000

type Asked = {
  path: string
  query?: string
  /** Column for the equivalent GROUP BY over the events. */
  column?: string
  isOfAll?: true
}

const ASKED: readonly Asked[] = [
  // The first page of events, with their total count.
  { path: '/v1/events' },
  { path: '/v1/events', query: 'agentId=' },
  { path: '/v1/events', query: 'signalId=' },
  { path: '/v1/events', query: 'eventProcessed=UNCOSTED' },
  { path: 'usage', column: 'organization_id' },
  { path: 'usage', query: 'breakdownBy=agent', column: 'agent_id' },
  { path: 'usage', query: 'breakdownBy=signal', column: 'signal_id' },
  { path: 'usage', query: 'breakdownBy=customer', column: 'customer_id' },
  { path: 'cost', column: 'signal_id' },
  { path: 'revenue', column: 'customer_id' },
  { path: 'revenue', query: 'groupBy=daily', column: 'customer_id' },
  { path: 'agent-earned', column: 'agent_id' },
  { path: 'profitability', query: 'groupBy=agent', column: 'agent_id' },
  { path: 'profitability', query: 'groupBy=signal', column: 'signal_id' },
  { path: 'profitability', query: 'groupBy=plan', column: 'agent_id' },
  { path: 'profitability', query: 'groupBy=day', column: 'organization_id' },
  { path: 'profitability', query: 'groupBy=customer', column: 'customer_id' },
  { path: 'profitability', query: 'groupBy=model', column: 'agent_id' },
  { path: 'outcomes' },
  { path: 'invoice-totals' },
  { path: 'month-end' },
  { path: 'overview', isOfAll: true },
  { path: 'customer-margins', isOfAll: true },
]

export type Question = { label: string; path: string; column: string | undefined }

/** Returns questions about the last days, for the whole organization or one customer. */
export async function questionsOf(
  pool: Pool,
  { days, customerId }: { days: number; customerId: string | undefined },
): Promise<Question[]> {
  const ids = await someIds(pool)
  const startDate = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10)
  return ASKED.filter(({ isOfAll }) => !(isOfAll && customerId)).map(
    ({ path, query = '', column }) => {
      const filter = customerId ? `&customerId=${customerId}` : ''
      const groupBy = path === 'usage' && days > 30 ? '&groupBy=monthly' : ''
      const full = path.startsWith('/') ? path : `/v1/analytics/${path}`
      const own = query.endsWith('=') ? `${query}${ids[query]}` : query
      const asked = `${full}?startDate=${startDate}${filter}${groupBy}&${own}`
      const label = `${path} ${query} ${customerId ? 'one' : 'all'} ${days} days`
      return { label, path: asked.replace(/&$/, ''), column }
    },
  )
}

/** Returns an agent id and a signal id by query parameter. */
async function someIds(pool: Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query('select id, agent_id from signals order by id limit 1')
  return { 'agentId=': rows[0].agent_id, 'signalId=': rows[0].id }
}
