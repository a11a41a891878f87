import { AppError } from '../../platform/errors.ts'

/** Where "Back to …" leads; refused unless a browser can only go there. */
export function returnUrlOf(sent: string | undefined): string | null {
  if (sent === undefined) return null
  const url = URL.canParse(sent) ? new URL(sent) : undefined
  const isOfWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  // With a name before the host, the address looks like another one's.
  if (!url || !isOfWeb || url.username !== '' || url.password !== '') {
    throw new AppError('invalid', [
      'returnUrl must be a whole address that begins with https:// or http://, without a user name',
    ])
  }
  return url.href
}
