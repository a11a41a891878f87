import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  type Api,
  createApi,
  createStranger,
  createTestApp,
  createTestOrganization,
  type TestApp,
  type TestAppOptions,
} from './app.ts'

type Closable = { close: () => Promise<void> }

/**
 * What the tests of a file share: opened before them, closed after them, and empty until then. What
 * must hold in the end is looked at before it is closed.
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

/** The app, for the tests of a file. Its `api` and `publishable` may be taken before it is open. */
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

/** Another organization's API, for the tests of a file. */
export function useStranger(t: TestApp): Api {
  const stranger = {} as Api
  beforeAll(async () => {
    Object.assign(stranger, await createStranger(t))
  })
  return stranger
}

/** An organization that is another one in each test, and what calls for it: no rows of other tests. */
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
