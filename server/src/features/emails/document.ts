import type { FastifyReply } from 'fastify'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { getSettings } from '../organizations/settings.ts'
import { getEmail } from './service.ts'

/** A document of no origin, which runs nothing. Its links open a page of their own, such as the one to pay. */
const DOCUMENT_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** What a message refers to its attached logo by. */
const LOGO = 'cid:logo'

/** A message as its reader sees it: with the logo, which is attached when it is sent. */
export async function getEmailDocument(db: Db, key: ScopedId): Promise<string> {
  const { html } = await getEmail(db, key)
  return withLogo(db, key.organizationId, html)
}

/** The same for a message that is not written yet. */
export async function withLogo(db: Db, organizationId: string, html: string): Promise<string> {
  if (!html.includes(LOGO)) return html
  const { logo } = await getSettings(db, organizationId)
  return html.replaceAll(LOGO, () => logo ?? '')
}

/** Inside a frame a link would lead the frame somewhere, which other pages refuse. */
const withOwnTabs = (html: string) => html.replace('<head>', '<head><base target="_blank">')

/** Answers with a message as a document of its own. */
export function sendDocument(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('content-security-policy', DOCUMENT_POLICY)
    .type('text/html; charset=utf-8')
    .serializer((text: string) => text)
    .send(withOwnTabs(html))
}
