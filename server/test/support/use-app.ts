import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  type Api,
  createApi,
  createOtherOrganizationApi,
  createTestApp,
  createTestOrganization,
  type TestApp,
  type TestAppOptions,
} from './app.ts'

type Closable = { close: () => Promise<void> }

/**
 * Opens an object before a file's tests and closes it after them; its fields are empty until then.
 * `atEnd` runs its assertions before closing.
 */
export function useOpened<T extends Closable>(
  open: () => Promise<T>,
  atEnd?: (opened: T) => Promise<void>,
): T {
  const opened = {} as T
  beforeAll(async () => {
    Object.assign(opened, await open())
  })
  afterAll(async () => {
    try {
      await atEnd?.(opened)
    } finally {
      await opened.close()
    }
  })
  return opened
}

type UseOptions = TestAppOptions & { atEnd?: (t: TestApp) => Promise<void> }

/**
 * Opens the app for a file's tests. Its `api` and `publishable` can be destructured before it is
 * open.
 */
export function useTestApp({ atEnd, ...options }: UseOptions = {}): TestApp {
  const [api, publishable] = [{} as Api, {} as Api]
  const t = useOpened(async () => {
    const opened = await createTestApp(options)
    Object.assign(api, opened.api)
    Object.assign(publishable, opened.publishable)
    return { ...opened, api, publishable }
  }, atEnd)
  return Object.assign(t, { api, publishable })
}

type Organization = Awaited<ReturnType<typeof createTestOrganization>>

/** Creates another organization's API for a file's tests. */
export function useStranger(t: TestApp): Api {
  const stranger = {} as Api
  beforeAll(async () => {
    Object.assign(stranger, await createOtherOrganizationApi(t))
  })
  return stranger
}

/** Creates a new organization for each test, with its APIs, so that tests share no rows. */
export function useOrganizationPerTest(t: TestApp) {
  const [api, publishable] = [{} as Api, {} as Api]
  const organization = {} as Organization
  beforeEach(async () => {
    Object.assign(organization, await createTestOrganization(t.dependencies))
    Object.assign(api, createApi(t.app, organization.secretKey))
    Object.assign(publishable, createApi(t.app, organization.publishableKey))
  })
  return { api, publishable, organization }
}
