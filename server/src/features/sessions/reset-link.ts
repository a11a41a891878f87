import type { Db } from '../../platform/database.ts'
import { createAuthLibrary } from './auth-library.ts'
import { resetUrl } from './reset-mail.ts'

/** A link to choose another password, for whoever has the terminal of the service. */
export async function makeResetLink(
  db: Db,
  settings: { publicUrl: string; secret: string },
  email: string,
): Promise<string> {
  let token: string | undefined
  const library = createAuthLibrary(db, {
    ...settings,
    sendResetToken: async (_to, made) => {
      token = made
    },
  })
  const caller = { ip: '', userAgent: undefined }
  await library.call({ path: '/request-password-reset', body: { email }, caller })
  if (token === undefined) throw new Error(`no link was made for ${email}`)
  return resetUrl(settings.publicUrl, token)
}
