/** Verifies signatures of Standard Webhooks: https://www.standardwebhooks.com */

const PREFIX = 'whsec_'
const VERSION = 'v1,'

export type Signed = {
  id: string
  /** Seconds since 1970, as sent. */
  timestamp: string
  /** One or several signatures, separated by spaces. */
  signatures: string
  body: Uint8Array
}

/** Returns true if one of the secrets made one of the signatures. Compares in constant time. */
export async function isSignedWith(secrets: readonly string[], signed: Signed): Promise<boolean> {
  const { subtle } = crypto
  const content = contentOf(signed)
  const signatures = signed.signatures
    .split(' ')
    .flatMap((one) => (one.startsWith(VERSION) ? (bytesOf(one.slice(VERSION.length)) ?? []) : []))
  for (const secret of secrets) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await subtle.importKey('raw', keyOf(secret), algorithm, false, ['verify'])
    for (const signature of signatures) {
      if (await subtle.verify('HMAC', key, signature, content)) return true
    }
  }
  return false
}

function contentOf({ id, timestamp, body }: Signed): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  return content
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (key && key.length > 0) return key
  throw new TypeError('The webhook secret must be the one of the endpoint: whsec_ and base64')
}

/** Decodes base64; undefined if the text is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
