import type { FastifyReply } from 'fastify'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { getSettings } from '../organizations/settings.ts'
import { getEmail } from './service.ts'

/**
 * A policy for a document without an origin that runs no scripts. Its links open new pages, such as
 * the payment page.
 */
const DOCUMENT_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The reference by which an email includes its attached logo. */
const LOGO = 'cid:logo'

/** Returns the HTML of an email as its recipient sees it, including the attached logo. */
export async function getEmailDocument(db: Db, key: ScopedId): Promise<string> {
  const { html } = await getEmail(db, key)
  return withLogo(db, key.organizationId, html)
}

/** Adds the logo to the HTML of an email that may not be stored yet. */
export async function withLogo(db: Db, organizationId: string, html: string): Promise<string> {
  if (!html.includes(LOGO)) return html
  const { logo } = await getSettings(db, organizationId)
  return html.replaceAll(LOGO, () => logo ?? '')
}

/** Opens links in new tabs: inside a frame, other pages would refuse to load. */
const withOwnTabs = (html: string) => html.replace('<head>', '<head><base target="_blank">')

/** Responds with an email as a separate document. */
export function sendDocument(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('content-security-policy', DOCUMENT_POLICY)
    .type('text/html; charset=utf-8')
    .serializer((text: string) => text)
    .send(withOwnTabs(html))
}
