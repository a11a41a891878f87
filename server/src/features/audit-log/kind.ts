/**
 * Usage records make up most of many logs. They have their own kind, so that they do not slow down
 * other queries.
 */
const USAGE_PATH = '/v1/usage/record'

/** POST requests that compute an answer and store nothing. */
export const READING_POSTS = [
  '/v1/usage/estimate',
  '/v1/invoices/preview',
  '/v1/pricing-strategies/preview',
  '/v1/subscriptions/preview',
  '/v1/repricing-runs/preview',
  '/v1/guard/checks',
  '/v1/attribution-rules/preview',
  '/v1/price-changes/preview',
  '/v1/events/corrections/preview',
] as const

/** POST requests by which sources record usage; there are many of them too. */
const EXPORT_POSTS = [
  '/v1/otlp/v1/traces',
  '/v1/otlp/v1/logs',
  '/v1/otlp/v1/metrics',
  '/v1/ingest/litellm',
  '/v1/ingest/cloudevents',
] as const

const READING_METHODS = ['GET', 'HEAD', 'OPTIONS']

export const isUsagePath = (path: string): boolean => path === USAGE_PATH
/** POST requests that are no changes. */
export const UNCHANGING_POSTS: readonly string[] = [...READING_POSTS, ...EXPORT_POSTS]

export const isUnchangingPost = (path: string): boolean => UNCHANGING_POSTS.includes(path)

const listed = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ')

/** Returns true for a request that may change data, other than recording usage. */
export function isChange({ method, path }: { method: string; path: string }): boolean {
  return !READING_METHODS.includes(method) && !isUsagePath(path) && !isUnchangingPost(path)
}

/** SQL condition for entries about recording usage. */
export const IS_USAGE = `path = '${USAGE_PATH}'`
export const IS_OTHER = `path <> '${USAGE_PATH}'`

/** SQL condition for methods that change nothing. */
export const ONLY_READS = `method in (${listed(READING_METHODS)})`

/**
 * SQL condition for entries that may have changed data. Must be identical to that of the index
 * `audit_log_change_idx`.
 */
export const IS_CHANGE = `method not in (${listed(READING_METHODS)})
  and path not in (${listed([USAGE_PATH, ...UNCHANGING_POSTS])})`

/**
 * SQL for the numeric kind of an entry. Must be identical to the index `audit_log_kind_idx`. The
 * table `audit_log_kinds` holds it next to the columns from which it is computed.
 */
export const KIND = `uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
  hashtextextended(method, status * 2 + (${IS_USAGE})::int)))`
