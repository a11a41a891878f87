import type { InvitationRow } from './queries.ts'
import type { Invitation } from './schemas.ts'
import { stateOf } from './state.ts'

export function toBody(row: InvitationRow, now: Date): Invitation {
  const { id, email, role, inviterId, inviterName } = row
  const { createdAt, updatedAt, expiresAt, acceptedAt } = row
  return {
    id,
    email,
    role,
    status: stateOf(row, now),
    inviter: { id: inviterId, name: inviterName },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    acceptedAt: acceptedAt?.toISOString() ?? null,
  }
}
