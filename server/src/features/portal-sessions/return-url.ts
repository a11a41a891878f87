import { AppError } from '../../platform/errors.ts'

/** Validates the URL of the portal's "Back to …" link. Throws `invalid` unless it is a web URL. */
export function returnUrlOf(sent: string | undefined): string | null {
  if (sent === undefined) return null
  const url = URL.canParse(sent) ? new URL(sent) : undefined
  const isOfWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  // A user name before the host can make the URL look like that of another site.
  if (!url || !isOfWeb || url.username !== '' || url.password !== '') {
    throw new AppError('invalid', [
      'returnUrl must be a whole address that begins with https:// or http://, without a user name',
    ])
  }
  return url.href
}
