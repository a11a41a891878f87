import type { UsageAnalytics } from '../../api/api-types.ts'

type Usage = Pick<UsageAnalytics, 'dimensionBreakdown' | 'metadata'>

/** Returns the names of a breakdown by id. Signals of the same name have their agent in brackets. */
export function dimensionLabels({ dimensionBreakdown, metadata }: Usage): Map<string, string> {
  const { summary = [] } = dimensionBreakdown ?? {}
  const { agents, signalAgents } = metadata
  const isRepeated = (name: string) =>
    summary.filter(({ dimensionName }) => dimensionName === name).length > 1
  return new Map(
    summary.map(({ dimensionId, dimensionName }) => {
      const agent = agents[signalAgents[dimensionId] ?? '']
      const isAmbiguous = agent !== undefined && isRepeated(dimensionName)
      return [dimensionId, isAmbiguous ? `${dimensionName} (${agent})` : dimensionName]
    }),
  )
}
