import type { Db } from '../../../platform/database.ts'
import * as queries from './queries.ts'
import {
  READ_MAX,
  RESULTS_MAX,
  RUNS_MAX,
  type SuggestionList,
  type SuggestionQuery,
} from './schemas.ts'

/** Suggests estimates by what the latest runs of each agent and signal cost. */
export async function listSuggestions(
  db: Db,
  organizationId: string,
  { agentId, signalId }: SuggestionQuery,
): Promise<SuggestionList> {
  const limits = { runs: RUNS_MAX, readAtMost: READ_MAX, results: RESULTS_MAX }
  const rows = await queries.listRunCosts(db, { organizationId, agentId, signalId }, limits)
  return {
    results: rows.map(({ averageEstimate, averageCost, highCost, latestAt, ...row }) => ({
      ...row,
      averageEstimateUsd: averageEstimate.toFixed(),
      averageCostUsd: averageCost.toFixed(),
      suggestedEstimateUsd: highCost.toFixed(),
      latestRunAt: latestAt.toISOString(),
    })),
  }
}
