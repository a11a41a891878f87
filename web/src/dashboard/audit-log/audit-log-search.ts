import { PAGE_SIZES } from '../../ui/preferences/preferences.ts'
import { day, oneOf, readSearch, text } from '../../ui/url/search-readers.ts'

export const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const

/** Accepts a status code, or a class of codes such as `4xx`. */
const status = (value: string) => (/^[1-5](xx|\d\d)$/.test(value) ? value : undefined)

export const auditLogSearch = readSearch({
  cursor: text,
  limit: (value: string) => PAGE_SIZES.find((size) => String(size) === value),
  actorKind: oneOf(['api_key', 'user', 'customer']),
  actorId: text,
  method: oneOf(METHODS),
  requests: oneOf(['reads', 'all']),
  status,
  from: day,
  to: day,
})
export type AuditLogSearch = ReturnType<typeof auditLogSearch>
