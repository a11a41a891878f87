import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { getSettings } from '../organizations/settings.ts'
import { getEmail } from './service.ts'

/** `sandbox` without anything allowed: a document of no origin, which runs nothing and leads nowhere. */
export const DOCUMENT_POLICY = [
  'sandbox',
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
  if (!html.includes(LOGO)) return html
  const { logo } = await getSettings(db, key.organizationId)
  return html.replaceAll(LOGO, () => logo ?? '')
}
