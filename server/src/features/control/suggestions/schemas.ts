import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'

/** Runs of each agent and signal that a suggestion is made of. */
export const RUNS_MAX = 200
/** Runs that are read for all suggestions together. */
export const READ_MAX = 20_000
export const RESULTS_MAX = 100

const usd = (description: string) =>
  Type.String({ description: `${description} USD, exact decimal text.` })

const Suggestion = Type.Object(
  {
    agentId: uuid(),
    agentCode: Type.String(),
    signalId: nullable(uuid(), 'Null: runs that named no signal.'),
    signalName: nullable(Type.String(), 'Null: runs that named no signal.'),
    runCount: Type.Integer({ description: `Runs that were compared, at most ${RUNS_MAX}.` }),
    aboveEstimateCount: Type.Integer({
      description: 'Runs that cost more than their first estimate.',
    }),
    averageEstimateUsd: usd('Average of the first estimates.'),
    averageCostUsd: usd('Average of what the runs cost.'),
    suggestedEstimateUsd: usd(
      'The 95th percentile of what the runs cost: 19 of 20 cost at most this.',
    ),
    latestRunAt: timestamp('When the latest of these runs asked for its hold.'),
  },
  {
    title: 'EstimateSuggestion',
    description: 'What runs of an agent were estimated to cost, and what they cost.',
  },
)

export const SuggestionQuery = Type.Object({
  agentId: Type.Optional(uuid('Only runs of this agent.')),
  signalId: Type.Optional(uuid('Only runs that named this signal.')),
})
export type SuggestionQuery = Static<typeof SuggestionQuery>

export const SuggestionList = Type.Object(
  {
    results: Type.Array(Suggestion, {
      description: `Most runs first, at most ${RESULTS_MAX}.`,
    }),
  },
  { title: 'EstimateSuggestionList', description: 'Suggested estimates by agent and signal.' },
)
export type SuggestionList = Static<typeof SuggestionList>
