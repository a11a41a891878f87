import type { Tx } from '../../../platform/database.ts'
import type { ComparedModelWork } from '../../usage-figures/models.ts'
import { listNames } from '../names-queries.ts'
import type { Place } from './places.ts'

/** Names of what figures are about, by id. */
export type BreakdownNames = Awaited<ReturnType<typeof readNames>>

type Named = {
  places: readonly Place[]
  models: readonly Pick<ComparedModelWork, 'agentId' | 'signalId'>[]
}

export async function readNames(tx: Tx, organizationId: string, { places, models }: Named) {
  const idsOf = (ids: readonly (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))]
  const named = (table: 'pricingPlans' | 'agents' | 'signals', ids: readonly (string | null)[]) =>
    listNames(tx, table, { organizationId, ids: idsOf(ids) })
  const all = [...places, ...models]
  const [plans, agents, signals] = await Promise.all([
    named(
      'pricingPlans',
      places.map(({ planId }) => planId),
    ),
    named(
      'agents',
      all.map(({ agentId }) => agentId),
    ),
    named(
      'signals',
      all.map(({ signalId }) => signalId),
    ),
  ])
  return {
    nameOfPlan: (id: string) => plans.get(id) ?? id,
    nameOfAgent: (id: string) => agents.get(id) ?? id,
    nameOfSignal: (id: string) => signals.get(id) ?? id,
  }
}
