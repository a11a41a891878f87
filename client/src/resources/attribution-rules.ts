import type {
  AttributionRuleCreate,
  AttributionRulePreviewCreate,
  AttributionRuleUpdate,
} from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Rules that give runs a customer, an agent or a signal by their attributes. */
export const attributionRulesOf = (http: Http) => ({
  list: (query?: Query<'/v1/attribution-rules'>, options?: RequestOptions) =>
    http.list('/v1/attribution-rules', { query, ...options }),
  get: (ruleId: string, options?: RequestOptions) =>
    http.get('/v1/attribution-rules/{ruleId}', { path: { ruleId }, ...options }),
  create: (body: AttributionRuleCreate, options?: WriteOptions) =>
    http.post('/v1/attribution-rules', { body, ...options }),
  update: (ruleId: string, body: AttributionRuleUpdate, options?: RequestOptions) =>
    http.patch('/v1/attribution-rules/{ruleId}', { path: { ruleId }, body, ...options }),
  delete: (ruleId: string, options?: RequestOptions) =>
    http.delete('/v1/attribution-rules/{ruleId}', { path: { ruleId }, ...options }),
  /** Compares a rule with the latest runs, and stores nothing. */
  preview: (body: AttributionRulePreviewCreate, options?: RequestOptions) =>
    http.post('/v1/attribution-rules/preview', { body, ...options }),
  /** Assigns the unassigned runs that a rule matches. */
  apply: (ruleId: string, options?: WriteOptions) =>
    http.post('/v1/attribution-rules/{ruleId}/apply', { path: { ruleId }, ...options }),
})
