/**
 * Usage records make up most of many logs. They have their own kind, so that they do not slow down
 * other queries.
 */
const USAGE_PATH = '/v1/usage/record'

export const isUsagePath = (path: string): boolean => path === USAGE_PATH

/** SQL condition for entries about recording usage. */
export const IS_USAGE = `path = '${USAGE_PATH}'`
export const IS_OTHER = `path <> '${USAGE_PATH}'`

/**
 * SQL for the numeric kind of an entry. Must be identical to the index `audit_log_kind_idx`. The
 * table `audit_log_kinds` holds it next to the columns from which it is computed.
 */
export const KIND = `uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
  hashtextextended(method, status * 2 + (${IS_USAGE})::int)))`
