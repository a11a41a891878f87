import { queryOptions } from '@tanstack/react-query'
import type { AgentCreate, AgentUpdate, paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type AgentPage = NonNullable<paths['/v1/agents']['get']['parameters']['query']>

/** Key prefix of all agent queries, so that they are invalidated together. */
export const agentsKey = (organization: string) => [organization, 'agents'] as const

export const agentsQuery = (organization: string, query: AgentPage) =>
  queryOptions({
    queryKey: [...agentsKey(organization), 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/agents', { params: { query }, signal })),
  })

export const agentQuery = (organization: string, agentId: string) =>
  queryOptions({
    queryKey: [...agentsKey(organization), agentId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/agents/{agentId}', { params: { path: { agentId } }, signal }),
      ),
  })

/** Returns the agent of an organization that has exactly one; otherwise null. */
export const onlyAgentQuery = (organization: string) =>
  queryOptions({
    queryKey: [...agentsKey(organization), 'only'],
    queryFn: async ({ signal }) => {
      const query = { limit: 2 }
      const answer = apiOf(organization).GET('/v1/agents', { params: { query }, signal })
      const [only, ...others] = (await bodyOf(answer)).results
      return only === undefined || others.length > 0 ? null : only
    },
  })

const AGENTS_MAX = 1_000

/** Usage and cost of the last 30 days, of one agent or of all. */
export const agentUsageQuery = (organization: string, agentId?: string) =>
  queryOptions({
    queryKey: [...agentsKey(organization), 'usage', agentId],
    queryFn: async ({ signal }) => {
      const query = {
        breakdownBy: 'agent',
        // Only totals are needed; monthly rows make the time series shortest.
        groupBy: 'monthly',
        top: AGENTS_MAX,
        ...(agentId === undefined ? {} : { agentId }),
      } as const
      const usage = await bodyOf(
        apiOf(organization).GET('/v1/analytics/usage', { params: { query }, signal }),
      )
      return { dateRange: usage.dateRange, agents: usage.dimensionBreakdown?.summary ?? [] }
    },
  })

/** Earnings of the last 30 days, of one agent or of all. Slower than usage. */
export const agentEarnedQuery = (organization: string, agentId?: string) =>
  queryOptions({
    queryKey: [...agentsKey(organization), 'earned', agentId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/analytics/agent-earned', {
          params: { query: agentId === undefined ? {} : { agentId } },
          signal,
        }),
      ),
  })

export const createAgent = (organization: string, body: AgentCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/agents', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const updateAgent = (organization: string, agentId: string, body: AgentUpdate) =>
  bodyOf(apiOf(organization).PATCH('/v1/agents/{agentId}', { params: { path: { agentId } }, body }))

export const deleteAgent = (organization: string, agentId: string) =>
  bodyOf(apiOf(organization).DELETE('/v1/agents/{agentId}', { params: { path: { agentId } } }))
