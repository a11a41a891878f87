import { queryOptions } from '@tanstack/react-query'
import type { AttributionRuleCreate, AttributionRulePreviewCreate } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

/** An organization has at most this many rules. */
const RULES_MAX = 200

/** All rules, in the order in which they are tried. */
export const attributionRulesQuery = (organization: string) =>
  queryOptions({
    queryKey: [organization, 'attribution-rules'],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/attribution-rules', {
          params: { query: { limit: RULES_MAX } },
          signal,
        }),
      ),
  })

export const previewAttributionRule = (organization: string, body: AttributionRulePreviewCreate) =>
  bodyOf(apiOf(organization).POST('/v1/attribution-rules/preview', { body }))

export const createAttributionRule = (
  organization: string,
  body: AttributionRuleCreate,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/attribution-rules', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export type RulePlace = { id: string; position: number }

/** Sets the positions of rules one after the other: every state between them is an order, too. */
export async function placeAttributionRules(
  organization: string,
  places: readonly RulePlace[],
): Promise<void> {
  for (const { id: ruleId, position } of places) {
    await bodyOf(
      apiOf(organization).PATCH('/v1/attribution-rules/{ruleId}', {
        params: { path: { ruleId } },
        body: { position },
      }),
    )
  }
}

export const deleteAttributionRule = (organization: string, ruleId: string) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/attribution-rules/{ruleId}', { params: { path: { ruleId } } }),
  )

/** Assigns the unassigned runs that a rule matches; returns how many. */
export const applyAttributionRule = (organization: string, ruleId: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/attribution-rules/{ruleId}/apply', {
      params: { path: { ruleId } },
    }),
  )
