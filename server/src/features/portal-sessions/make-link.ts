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
  /** Null if the customer requested the link. */
  actor: Actor | null
}

/**
 * Returns the URL of an emailed link. Mail scanners and previews fetch every URL with a plain GET.
 * The part after `#` reaches no server; the page there opens the link with a POST.
 */
export function mailedLinkUrl({ portalUrl }: { portalUrl: string }, token: string): string {
  return `${portalUrl}/r/#${token}`
}

/** Creates a link to the portal of an existing customer. Only the hash of its token is stored. */
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
