import type { MemberRow } from './queries.ts'
import type { Member } from './schemas.ts'

/** Returns the member as the user `viewerId` sees it. */
export function toBody({ createdAt, updatedAt, ...fields }: MemberRow, viewerId: string): Member {
  return {
    ...fields,
    isYou: fields.userId === viewerId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
