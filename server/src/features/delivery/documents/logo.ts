import type { Attachment } from '../../../platform/mail/mailer.ts'

/** Mail programs do not show data URLs, so the logo is attached under this content id. */
export const LOGO_CONTENT_ID = 'logo'

const DATA_URL = /^data:(?<contentType>image\/(?<type>png|jpeg));base64,(?<base64>.+)$/

export function inlineLogo(logo: string | null): Attachment | undefined {
  const { contentType, type, base64 } = DATA_URL.exec(logo ?? '')?.groups ?? {}
  if (contentType === undefined || base64 === undefined) return undefined
  return {
    filename: `logo.${type}`,
    contentType,
    content: Buffer.from(base64, 'base64'),
    contentId: LOGO_CONTENT_ID,
  }
}
