import type { Sender } from '../../../../platform/mail/letter.ts'
import { inlineLogo, LOGO_CONTENT_ID } from '../logo.ts'

/** Returns the name and the attached logo of a company, as its letters show them. */
export function senderOf({ name, logo }: { name: string; logo: string | null }): Sender {
  return { name, logoSource: inlineLogo(logo) ? `cid:${LOGO_CONTENT_ID}` : null }
}
