import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { collectComplaints } from './complaints.ts'
import type { Site } from './use-site.ts'

export type Scheme = 'light' | 'dark'
export const SCHEMES: readonly Scheme[] = ['light', 'dark']

/** Detects a page that hangs, not one that is slow: shorter than the time limit of a test. */
const WAIT_MS = 90_000

export const DESKTOP = { width: 1280, height: 800 }
/** The smallest phone size in use. */
export const PHONE = { width: 320, height: 640 }

export type WindowOptions = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'javaScriptEnabled'
> & {
  /** Cookie of a signed-in user. */
  cookie?: string
  /** Complaints that the test expects. */
  tolerates?: RegExp
}

/**
 * Opens windows for the tests of a file. The windows of a test are isolated from other tests and
 * close after it. They fail the test if the browser reported a problem.
 */
export function useBrowser(site: Pick<Site, 'origin'>) {
  let browser: Browser
  const opened: { complaints: string[]; close: () => Promise<void> }[] = []

  beforeAll(async () => {
    browser = await chromium.connect(inject('browserUrl'))
  })
  afterAll(() => browser.close())
  afterEach(async () => {
    const windows = opened.splice(0)
    await Promise.all(windows.map(({ close }) => close()))
    expect(windows.flatMap(({ complaints }) => complaints)).toEqual([])
  })

  return {
    /** Opens an empty tab in a separate context. */
    newPage: async ({ tolerates, cookie, ...options }: WindowOptions = {}): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: site.origin,
        viewport: DESKTOP,
        reducedMotion: 'reduce',
        locale: 'en-US',
        ...options,
      })
      context.setDefaultTimeout(WAIT_MS)
      opened.push({
        complaints: collectComplaints(context, tolerates),
        close: () => context.close(),
      })
      if (cookie !== undefined) {
        const [name = '', value = ''] = cookie.split(/=(.*)/s)
        await context.addCookies([{ name, value, url: site.origin }])
      }
      return context.newPage()
    },
  }
}
