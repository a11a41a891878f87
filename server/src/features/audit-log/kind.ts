/** Nearly all of a log is often this. It is apart, so that it never stands in the way of the rest. */
const USAGE_PATH = '/v1/usage/record'

export const isUsagePath = (path: string): boolean => path === USAGE_PATH

/** SQL: whether an entry is about recording usage. */
export const IS_USAGE = `path = '${USAGE_PATH}'`
export const IS_OTHER = `path <> '${USAGE_PATH}'`

/**
 * SQL: the kind of an entry, as a number. It is written exactly as in the index `audit_log_kind_idx`,
 * and stands beside what it is made of in `audit_log_kinds`.
 */
export const KIND = `uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
  hashtextextended(method, status * 2 + (${IS_USAGE})::int)))`
