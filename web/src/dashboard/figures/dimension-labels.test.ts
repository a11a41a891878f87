import { expect, test } from 'vitest'
import { dimensionLabels } from './dimension-labels.ts'

const SUMS = {
  totalEvents: 1,
  totalQuantity: 1,
  totalCost: 0,
  avgCostPerEvent: 0,
  uncostedEvents: 0,
}
const row = (dimensionId: string, dimensionName: string) => ({
  dimensionId,
  dimensionName,
  ...SUMS,
})
const usage = (
  summary: ReturnType<typeof row>[],
  dimensionType: 'signal' | 'customer' = 'signal',
) => ({
  dimensionBreakdown: { dimensionType, summary, timeline: [], hasMore: false, rest: [] },
  metadata: {
    customers: {},
    agents: { a1: 'Support', a2: 'Sales' },
    signals: {},
    signalAgents: { s1: 'a1', s2: 'a2', s3: 'a1' },
  },
})

test('signals of one name have their agent, all others only their name', () => {
  const labels = dimensionLabels(usage([row('s1', 'Call'), row('s2', 'Call'), row('s3', 'Ticket')]))
  expect([...labels]).toEqual([
    ['s1', 'Call (Support)'],
    ['s2', 'Call (Sales)'],
    ['s3', 'Ticket'],
  ])
})

test('customers of one name keep it, because they have no agent', () => {
  const labels = dimensionLabels(usage([row('c1', 'Acme'), row('c2', 'Acme')], 'customer'))
  expect([...labels.values()]).toEqual(['Acme', 'Acme'])
})
