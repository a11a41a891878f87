import type { Announcement } from '../../../api/api-types.ts'

/** Returns the id of the object of an announcement; empty for an object without one. */
export function objectIdOf({ id, endpointId }: Announcement['data']): string {
  return String(id ?? endpointId ?? '')
}
