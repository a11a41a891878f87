import type { Db } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, actorText } from '../auth/principal.ts'
import { LIFETIME_MS } from './portal-session.ts'
import { insertSession } from './queries.ts'
import { keyOfNew, newToken } from './token.ts'

export type LinkDeps = { db: Db; config: { portalUrl: string } }

type LinkCommand = {
  organizationId: string
  customerId: string
  returnUrl: string | null
  features: readonly string[]
  /** Null where the customer asked for it. */
  actor: Actor | null
}

/**
 * The address of a link in a mail. Mail scanners and previews open every address with a plain GET; the part
 * after the # reaches no server, and the page there opens the link by POST.
 */
export function mailedLinkUrl({ portalUrl }: { portalUrl: string }, token: string): string {
  return `${portalUrl}/r/#${token}`
}

/** A link to the portal of a customer that exists. Only its digest is stored. */
export async function makePortalLink(
  { db, config }: LinkDeps,
  { actor, features, ...command }: LinkCommand,
  now: Date,
) {
  const id = newId()
  const token = newToken(command.customerId)
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  await insertSession(db, {
    ...command,
    id,
    tokenHash: keyOfNew(token).hash,
    features: [...new Set(features)],
    createdBy: actor && actorText(actor),
    createdAt: now,
    expiresAt,
  })
  return { id, token, url: `${config.portalUrl}/r/${token}`, expiresAt }
}
