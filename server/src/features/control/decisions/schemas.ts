import { type Static, Type } from 'typebox'
import { TEXT_LENGTH_MAX, uuid, VALUE_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { COUNTED_AFTER } from '../../../platform/http/list-cursor.ts'
import { namedCustomer } from '../../customers/fields.ts'
import { decision, PastDecision } from './fields.ts'

/** Decisions of a list are counted up to this number. */
export const COUNTED_MAX = 10_000

export const DecisionListQuery = Type.Object({
  ...pageParameters,
  after: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description:
        '`nextAfter` of the answer before: returns the decisions after its last one. Send the same ' +
        'filters; `page` must be 1.',
    }),
  ),
  ...namedCustomer(),
  decision: Type.Optional(decision('Only these decisions.')),
  budgetId: Type.Optional(uuid('Only decisions of this budget.')),
  runId: Type.Optional(
    Type.String({ maxLength: TEXT_LENGTH_MAX, description: 'Only decisions about this run.' }),
  ),
})
export type DecisionListQuery = Static<typeof DecisionListQuery>

export const PastDecisionList = Type.Object(
  {
    ...listOf('PastDecisionList', PastDecision).properties,
    totalResults: Type.Integer({
      description: `Number of results, at most ${COUNTED_MAX}; ${COUNTED_AFTER}`,
    }),
    nextAfter: Type.Optional(
      Type.String({
        description: 'Send it as `after` for the next decisions; absent if none follow.',
      }),
    ),
  },
  { title: 'PastDecisionList', description: 'One page of decisions, or those after a cursor.' },
)
export type PastDecisionList = Static<typeof PastDecisionList>
