import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { LOG_LEVELS, type LogLevel } from './platform/log.ts'
import { type Mailbox, parseMailbox } from './platform/mail/mail-address.ts'
import type { Environment } from './platform/program/environment.ts'
import { weaknessOf } from './platform/program/weak-secret.ts'

/** All settings of a process, validated once at start. `.env.example` explains each one. */
export type Config = Readonly<{
  port: number
  host: string
  dataDir: string
  /** Undefined: run the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  databasePoolSize: number
  publicUrl: string
  portalUrl: string
  environment: Environment
  /** Requests per second and API key; 0 for no limit. */
  rateLimit: number
  /** Maximum number of records waiting to be written; beyond it the service answers 503. */
  ingestQueueLimit: number
  /** Time in milliseconds in which a run is decided, or else the service answers 503. */
  guardTimeoutMs: number
  /** Number of trusted proxies in front of the service, or their addresses; false for none. */
  trustProxy: false | number | readonly string[]
  logLevel: LogLevel
  /** Undefined: a test deployment uses the sandbox, a live one has no online payment. */
  stripe:
    | Readonly<{ secretKey: string; webhookSecret: string; apiUrl: string | undefined }>
    | undefined
  catalogSync: boolean
  catalogLitellmUrl: string
  catalogOpenrouterUrl: string
  /** Undefined: emails are written to `dataDir`/mail. */
  smtpUrl: string | undefined
  mailFrom: Mailbox
  /**
   * Maximum number of emails per hour that an organization can request through the API; 0 for no
   * limit.
   */
  mailLimit: number
  /**
   * Token required to read the metrics from another machine. Undefined: only this machine can read
   * them.
   */
  metricsToken: string | undefined
  /** Seconds a process keeps serving after the stop signal, while `/readyz` answers 503. */
  shutdownDelaySeconds: number
  /** Port of the health checks and metrics of `serve --role worker`. */
  workerPort: number
  /** Addresses and ranges that webhooks may lead to although they are not public. */
  webhookAllowedAddresses: readonly string[]
  /** Days for which announcements and their deliveries are kept. */
  announcementDays: number
  /** Signing key of payment links. Undefined: stored in a file in `dataDir`. */
  secret: string | undefined
}>

/** A Config whose secret was resolved by `loadSecret`. */
export type ServiceConfig = Config & Readonly<{ secret: string }>

const LITELLM_URL =
  'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json'
const OPENROUTER_URL = 'https://openrouter.ai/api/v1/models'

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] }

/**
 * Parses the settings of an environment. Reports all problems at once, so that they can be fixed
 * together. An empty value counts as not set.
 */
export function parseConfig(env: Record<string, string | undefined>): ConfigResult {
  const problems: string[] = []
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback

  const integer = (name: string, { fallback, min, max }: IntegerRange) => {
    const raw = text(name, String(fallback))
    const value = Number(raw)
    if (/^\d+$/.test(raw) && value >= min && value <= max) return value
    problems.push(`${name} must be a whole number from ${min} to ${max}, not "${raw}"`)
    return fallback
  }
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T) => {
    const raw = text(name, fallback)
    const value = values.find((candidate) => candidate === raw)
    if (value === undefined) {
      problems.push(`${name} must be one of ${values.join(', ')}, not "${raw}"`)
    }
    return value ?? fallback
  }
  const url = (name: string, fallback: string, protocols: readonly string[]) => {
    const raw = text(name, fallback)
    if (protocols.includes(URL.parse(raw)?.protocol ?? '')) return raw.replace(/\/+$/, '')
    const example = protocols.map((protocol) => `${protocol}//`).join(' or ')
    problems.push(`${name} must be a URL that begins with ${example}`)
    return fallback
  }
  const proxies = (name: string) => {
    const raw = text(name, 'false')
    if (raw === 'false') return false
    if (/^[1-9]\d?$/.test(raw)) return Number(raw)
    const addresses = raw.split(',').map((address) => address.trim())
    if (addresses.every(isAddressOrRange)) return addresses
    const alone = 'the address it tells of could be forged'
    problems.push(
      `${name} must be false, the number of proxies in front (such as 1), or their addresses and ranges separated by commas, not "${raw}"${raw === 'true' ? `: ${alone}` : ''}`,
    )
    return false
  }
  const addresses = (name: string) => {
    const listed = text(name, '')
    const all = listed === '' ? [] : listed.split(',').map((address) => address.trim())
    if (all.every(isAddressOrRange)) return all
    problems.push(`${name} must be addresses and ranges separated by commas, not "${listed}"`)
    return []
  }
  const mailbox = (name: string, fallback: string) => {
    const parsed = parseMailbox(text(name, fallback))
    if (parsed) return parsed
    problems.push(`${name} must be an address, such as Acme <invoices@acme.example>`)
    return { name: '', address: 'invoices@localhost' }
  }
  // Reads a secret. Error messages never contain its value.
  const secret = (name: string, lengthMin: number) => {
    const value = env[name]?.trim() || undefined
    if (value !== undefined && value.length < lengthMin) {
      problems.push(
        `${name} must have at least ${lengthMin} characters; openssl rand -base64 32 makes one`,
      )
    }
    return value
  }
  const flag = (name: string) => oneOf(name, ['true', 'false'], 'false') === 'true'

  const port = integer('PORT', { fallback: 8080, min: 0, max: PORT_MAX })
  // Next to the API's port, so that both processes can run on one machine.
  const workerPort = port === 0 ? 0 : Math.min(port + 1, PORT_MAX)
  const host = text('HOST', '127.0.0.1')
  const publicUrl = url('PUBLIC_URL', defaultPublicUrl(host, port), WEB)
  const databaseUrl = env.DATABASE_URL?.trim() ? url('DATABASE_URL', '', POSTGRES) : undefined

  const environment = oneOf('PIECEWORK_ENV', ['test', 'live'], 'test')
  const stripeApiUrl = env.STRIPE_API_URL?.trim() ? url('STRIPE_API_URL', '', WEB) : undefined
  if (stripeApiUrl && URL.parse(stripeApiUrl)?.pathname !== '/') {
    problems.push('STRIPE_API_URL must have no path; give a scheme, a host and a port')
  }
  const stripe = stripeSettings(env, environment)
  problems.push(...stripe.problems)

  const smtpUrl = env.SMTP_URL?.trim() ? url('SMTP_URL', '', SMTP) : undefined
  if (smtpUrl !== undefined && !env.MAIL_FROM?.trim()) {
    problems.push('MAIL_FROM must be set with SMTP_URL: the address that emails are from')
  }

  const ownSecret = secret('PIECEWORK_SECRET', SECRET_MIN)
  const isLong = ownSecret !== undefined && ownSecret.length >= SECRET_MIN
  const weakness = isLong ? weaknessOf(ownSecret, environment) : undefined
  if (weakness !== undefined) {
    problems.push(`PIECEWORK_SECRET ${weakness}; openssl rand -base64 32 makes a good one`)
  }

  const config: Config = Object.freeze({
    port,
    host,
    dataDir: resolve(text('DATA_DIR', './data')),
    databaseUrl,
    databasePoolSize: integer('DATABASE_POOL_SIZE', { fallback: 14, min: 5, max: 500 }),
    publicUrl,
    portalUrl: url('PORTAL_URL', publicUrl, WEB),
    environment,
    rateLimit: integer('RATE_LIMIT', { fallback: 5_000, min: 0, max: 1_000_000 }),
    ingestQueueLimit: integer('INGEST_QUEUE_LIMIT', { fallback: 20_000, min: 100, max: 1_000_000 }),
    guardTimeoutMs: integer('GUARD_TIMEOUT_MS', { fallback: 250, min: 50, max: 60_000 }),
    trustProxy: proxies('TRUST_PROXY'),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    stripe: stripe.keys && Object.freeze({ ...stripe.keys, apiUrl: stripeApiUrl }),
    catalogSync: flag('CATALOG_SYNC'),
    catalogLitellmUrl: url('CATALOG_LITELLM_URL', LITELLM_URL, WEB),
    catalogOpenrouterUrl: url('CATALOG_OPENROUTER_URL', OPENROUTER_URL, WEB),
    smtpUrl,
    mailFrom: mailbox('MAIL_FROM', 'Piecework <invoices@localhost>'),
    mailLimit: integer('MAIL_LIMIT', { fallback: 2_000, min: 0, max: 1_000_000 }),
    metricsToken: secret('METRICS_TOKEN', METRICS_TOKEN_MIN),
    shutdownDelaySeconds: integer('SHUTDOWN_DELAY', { fallback: 0, min: 0, max: 3_600 }),
    workerPort: integer('WORKER_PORT', { fallback: workerPort, min: 0, max: PORT_MAX }),
    webhookAllowedAddresses: addresses('WEBHOOK_ALLOWED_ADDRESSES'),
    announcementDays: integer('ANNOUNCEMENT_DAYS', { fallback: 30, min: 4, max: 90 }),
    secret: ownSecret,
  })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config }
}

const STRIPE_KEY = /^(?:sk|rk)_(test|live)_\w+$/
const STRIPE_WEBHOOK_SECRET = /^whsec_\S+$/

/**
 * Reads the Stripe keys. Requires both or neither, and keys of this environment, so that no test
 * payment settles a real invoice.
 */
function stripeSettings(env: Record<string, string | undefined>, environment: Environment) {
  const secretKey = env.STRIPE_SECRET_KEY?.trim() || undefined
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET?.trim() || undefined
  if (!secretKey && !webhookSecret) return { keys: undefined, problems: [] }
  if (!secretKey || !webhookSecret) {
    const missing = secretKey ? 'STRIPE_WEBHOOK_SECRET' : 'STRIPE_SECRET_KEY'
    return { keys: undefined, problems: [`${missing} is missing: Stripe needs both or neither`] }
  }
  const problems: string[] = []
  // The values are secrets: error messages must not contain them.
  if (STRIPE_KEY.exec(secretKey)?.[1] !== environment) {
    problems.push(
      `STRIPE_SECRET_KEY must begin with sk_${environment}_ or rk_${environment}_, because PIECEWORK_ENV is ${environment}`,
    )
  }
  if (!STRIPE_WEBHOOK_SECRET.test(webhookSecret)) {
    problems.push('STRIPE_WEBHOOK_SECRET must begin with whsec_; Stripe shows it at the endpoint')
  }
  return { keys: { secretKey, webhookSecret }, problems }
}

/** Accepts an IP address or a CIDR range: `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  const bitsMax = version === 4 ? 32 : 128
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
}

const PORT_MAX = 65_535
const SECRET_MIN = 32
const METRICS_TOKEN_MIN = 16

const WEB = ['http:', 'https:']
const SMTP = ['smtp:', 'smtps:']
const POSTGRES = ['postgres:', 'postgresql:']

type IntegerRange = { fallback: number; min: number; max: number }

/** Returns the URL for a browser on this machine. A wildcard address is replaced by localhost. */
function defaultPublicUrl(host: string, port: number): string {
  const isWildcard = host === '0.0.0.0' || host === '::'
  const name = isWildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Returns the settings of this process. This is the only place that reads its environment. */
export function configFromProcess(): ConfigResult {
  return parseConfig(process.env)
}
