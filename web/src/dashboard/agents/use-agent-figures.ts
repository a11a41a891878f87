import { useQuery } from '@tanstack/react-query'
import { agentEarnedQuery, agentUsageQuery } from '../../api/agents.ts'
import { useOrganization } from '../session/use-organization.ts'

/**
 * Usage, cost and earnings in the last 30 days, of one agent or of all. Usage loads first; earnings
 * take longer to compute.
 */
export function useAgentFigures(agentId?: string) {
  const { slug } = useOrganization()
  const usage = useQuery(agentUsageQuery(slug, agentId))
  const earned = useQuery(agentEarnedQuery(slug, agentId))
  const used = new Map(usage.data?.agents.map((one) => [one.dimensionId, one]))
  const earnedBy = new Map(earned.data?.byAgent.map((one) => [one.agentId, one]))
  return {
    error: usage.error ?? earned.error,
    retry: () => void Promise.all([usage, earned].map((one) => one.error && one.refetch())),
    dateRange: usage.data?.dateRange,
    of: (id: string) => ({
      usage: stateOf(usage, used.get(id)),
      earned: stateOf(earned, earnedBy.get(id)),
    }),
  }
}

export type AgentFigures = ReturnType<ReturnType<typeof useAgentFigures>['of']>

type Asked = { data: unknown; error: Error | null; isFetching: boolean }

/** Returns the state of a query; undefined if there is no data for this agent. */
function stateOf<T>({ data, error, isFetching }: Asked, found: T | undefined) {
  if (data !== undefined) return found
  return error !== null && !isFetching ? ('failed' as const) : ('loading' as const)
}
