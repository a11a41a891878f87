import { expect } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { type Config, parseConfig } from '../../src/config.ts'
import { outboxHandlers } from '../../src/consumers.ts'
import { createDependencies } from '../../src/dependencies.ts'
import { createApiKey } from '../../src/features/auth/api-keys.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { consumeAll } from '../../src/features/outbox/consume.ts'
import { newId } from '../../src/platform/id.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { expectDocumentedAnswers } from './documented-answers.ts'

type App = Awaited<ReturnType<typeof buildApp>>

export type TestAppOptions = {
  config?: Partial<Config>
  now?: () => Date
  /**
   * Returns the database URL that the app uses, such as one through a proxy; unchanged by default.
   */
  reachDatabase?: (url: string) => Promise<string>
  /** An existing database; a new one by default. */
  database?: TestDatabase
}

const SECRET = 'the secret that links are signed with'

/** Builds the production app on its own database, with one organization and its two keys. */
export async function createTestApp(options: TestAppOptions = {}) {
  const database = options.database ?? (await createTestDatabase())
  const parsed = parseConfig({
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
    PIECEWORK_SECRET: SECRET,
    // A busy machine must not make decisions fail.
    GUARD_TIMEOUT_MS: '20000',
  })
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  const settings = { ...parsed.config, ...options.config }
  const dependencies = await createDependencies({
    config: settings,
    url: (await options.reachDatabase?.(database.url)) ?? database.url,
    log: createLog(settings.logLevel),
    now: options.now ?? (() => new Date()),
  })
  const app = await buildApp(dependencies)
  expectDocumentedAnswers(app)
  const organization = await createTestOrganization(dependencies)
  return {
    app,
    dependencies,
    database,
    config: dependencies.config,
    organization,
    api: createApi(app, organization.secretKey),
    publishable: createApi(app, organization.publishableKey),
    /** Runs the pending event tasks, as a worker would. */
    followUp: (now = dependencies.now()) =>
      consumeAll(dependencies, outboxHandlers(dependencies), { now }),
    close: async () => {
      await app.close()
      await dependencies.close()
      await database.close()
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
type Dependencies = Awaited<ReturnType<typeof createDependencies>>

/** Creates another organization with a secret and a publishable key. */
export async function createTestOrganization({ db, config }: Dependencies) {
  const now = new Date()
  const { environment } = config
  const organizationId = await createOrganization(db, 'Test organization', now)
  const create = (type: 'secret' | 'publishable') =>
    createApiKey(db, { organizationId, type, environment, name: type }, now)
  const secret = await create('secret')
  const publishable = await create('publishable')
  return { id: organizationId, secretKey: secret.key, publishableKey: publishable.key }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Checks the message of a refusal: text, unless the request is malformed. */
function expectOneMessage({ status, body }: { status: number; body: { message: unknown } }) {
  if (status <= 400) return
  expect(body.message, JSON.stringify(body)).toBeTypeOf('string')
}

/** Calls the app with a key; a body is sent as JSON. */
export function createApi(app: Pick<App, 'inject'>, key: string) {
  const call = async (method: Method, url: string, body?: unknown) => {
    const response = await app.inject({
      method,
      url,
      headers: {
        'x-api-key': key,
        // Required there.
        ...(method === 'POST' && url.endsWith('/top-ups') && { 'idempotency-key': newId() }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const text = response.body
    const isJson = String(response.headers['content-type']).includes('json')
    const answer = {
      status: response.statusCode,
      headers: response.headers,
      body: text === '' || !isJson ? undefined : JSON.parse(text),
    }
    expectOneMessage(answer)
    return answer
  }
  return {
    call,
    get: (url: string) => call('GET', url),
    post: (url: string, body: unknown) => call('POST', url, body),
    patch: (url: string, body: unknown) => call('PATCH', url, body),
    delete: (url: string) => call('DELETE', url),
    record: (...records: unknown[]) => call('POST', '/v1/usage/record', { records }),
  }
}

export type Api = ReturnType<typeof createApi>

type Answer = Awaited<ReturnType<Api['get']>>

/** Creates another organization and returns its API. */
export const createOtherOrganizationApi = async (
  t: Pick<TestApp, 'app' | 'dependencies'>,
): Promise<Api> => createApi(t.app, (await createTestOrganization(t.dependencies)).secretKey)

/** Returns the body of a response that must succeed. */
export async function must(answer: Promise<Answer>) {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

/** Returns the text of an error, for one message or one per invalid field. */
export const messageOf = (answer: { body: { message: string | string[] } }): string =>
  [answer.body.message].flat().join('\n')

/** Requests a page of the product without a key. */
export const browse = ({ app }: TestApp, url: string) => app.inject({ method: 'GET', url })
