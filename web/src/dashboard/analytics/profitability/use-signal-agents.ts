import { useQuery } from '@tanstack/react-query'
import { usageOf } from '../../../api/analytics.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { Days } from '../frame/use-window.ts'

type Row = { key: string | null; name: string | null }

/**
 * Returns the agent of each signal that shares its name with another row, by the id of the signal.
 * Asks for the agents only if a name is shared.
 */
export function useSignalAgents(rows: readonly Row[], isBySignal: boolean, days: Days) {
  const { slug } = useOrganization()
  const nameOf = new Map(rows.map(({ key, name }) => [key, name]))
  const idsOf = Map.groupBy(nameOf.keys(), (key) => nameOf.get(key))
  const shared = isBySignal ? [...idsOf.values()].filter(({ length }) => length > 1).flat() : []
  const { data } = useQuery({
    ...usageOf(slug, { ...days, groupBy: 'monthly' }),
    enabled: shared.length > 0,
  })
  const { agents = {}, signalAgents = {} } = data?.metadata ?? {}
  return new Map(shared.map((key) => [key, agents[signalAgents[key ?? ''] ?? '']]))
}
