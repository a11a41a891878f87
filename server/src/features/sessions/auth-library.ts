import { hkdfSync } from 'node:crypto'
import type { Db } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { ownOrigins } from '../auth/origin.ts'
import { isPasswordOf, PASSWORD_LENGTH_MIN, passwordHash } from './passwords/password.ts'

export type AuthLibrarySettings = {
  publicUrl: string
  /** The secret of the deployment, shared by all processes. */
  secret: string
}

/** Base path of the library's own routes. Our routes call them and have other paths. */
const BASE_PATH = '/library'
const DAY_SECONDS = 24 * 60 * 60
const SESSION_SECONDS = 7 * DAY_SECONDS
/** The library counts UTF-16 units; the schema enforces the documented limit in characters. */
const PASSWORD_UNITS_MAX = 256

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' }

/**
 * Returns the options of the library that stores passwords and sessions. It creates no users and no
 * tables. Only the routes that `call` names can be reached.
 */
export function libraryOptions(db: Db, { publicUrl, secret }: AuthLibrarySettings) {
  const { origin, protocol } = new URL(publicUrl)
  return {
    appName: 'Piecework',
    baseURL: origin,
    basePath: BASE_PATH,
    secret: sessionSecret(secret),
    trustedOrigins: ownOrigins(publicUrl),
    database: {
      db: db.withoutPlugins() as never,
      type: 'postgres' as const,
      transaction: true,
    },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...TIMES } },
    account: {
      modelName: 'accounts',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...TIMES,
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...TIMES,
      },
      expiresIn: SESSION_SECONDS,
      updateAge: DAY_SECONDS,
      // A cached cookie would remain valid after its session was ended.
      cookieCache: { enabled: false },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...TIMES },
      storeIdentifier: 'hashed' as const,
    },
    emailAndPassword: {
      enabled: true,
      // Only set-up, invitations and the command line create users.
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_UNITS_MAX,
      password: { hash: passwordHash, verify: isPasswordOf },
    },
    // Attempts are counted by `Attempts`, by address and by account.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'piecework',
      useSecureCookies: protocol === 'https:',
      // The library disables these checks by default when NODE_ENV is "test".
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [CALLER_ADDRESS] },
      database: { generateId: () => newId() },
    },
    telemetry: { enabled: false },
    // Unexpected errors reach our error handler with their cause, instead of an empty 500.
    onAPIError: { throw: true },
    // The library would log email addresses.
    logger: { disabled: true },
  }
}

/** Set by us alone: a header that the caller sent never reaches the library. */
const CALLER_ADDRESS = 'x-piecework-ip'

/** Derives a separate secret, so that a signature of one kind is not valid for another. */
export function sessionSecret(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'piecework sessions', 32)).toString('hex')
}

/** The part of a request that the library receives. */
export type LibraryRequest = {
  method?: 'GET' | 'POST'
  path: '/sign-in/email' | '/sign-out' | '/get-session' | '/change-password'
  body?: object
  caller: Caller
  /** The session's cookie, as `name=value`. */
  cookie?: string | undefined
}

export type Caller = { ip: string; userAgent: string | undefined }

/** Do not send the body to the caller: it may contain the session token. */
export type LibraryAnswer = { status: number; body: Record<string, unknown>; cookies: string[] }

export type AuthLibrary = { call: (request: LibraryRequest) => Promise<LibraryAnswer> }

export function createAuthLibrary(db: Db, settings: AuthLibrarySettings): AuthLibrary {
  const loaded = onFirstUse(async () => {
    const { betterAuth } = await import('better-auth')
    return betterAuth(libraryOptions(db, settings))
  })
  const { origin } = new URL(settings.publicUrl)
  return {
    call: async ({ method = 'POST', path, body = {}, caller, cookie }) => {
      const { ip, userAgent } = caller
      const auth = await loaded()
      const response = await auth.handler(
        new Request(`${origin}${BASE_PATH}${path}`, {
          method,
          headers: {
            // The caller's origin was already checked by a stricter rule.
            origin,
            [CALLER_ADDRESS]: ip,
            ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
            ...(cookie === undefined ? {} : { cookie }),
            ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
          },
          ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
        }),
      )
      const text = await response.text()
      const answer: unknown = text === '' ? null : JSON.parse(text)
      return {
        status: response.status,
        body: typeof answer === 'object' && answer !== null ? { ...answer } : {},
        cookies: response.headers.getSetCookie(),
      }
    },
  }
}
