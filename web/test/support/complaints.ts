import type { BrowserContext, ConsoleMessage, Page, Response } from 'playwright-core'

/**
 * Matches the browser's message for every 4xx response; tests check rejected requests themselves.
 */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/
const PARTS_OF_A_PAGE = new Set(['document', 'script', 'stylesheet', 'image', 'font', 'manifest'])

/** Collects everything that the browser reports about pages of a context, as it happens. */
export function collectComplaints(context: BrowserContext, tolerated?: RegExp): string[] {
  const complaints: string[] = []
  const of = (page: Page, text: string) => {
    if (!tolerated?.test(text)) complaints.push(`${page.url()}: ${text}`)
  }
  context.on('page', (page) => {
    page.on('pageerror', (error) => of(page, `uncaught ${error.stack ?? error.message}`))
    page.on('console', (message) => {
      if (isComplaint(message)) of(page, `console ${message.type()}: ${message.text()}`)
    })
    page.on('response', (response) => {
      if (isFault(response)) {
        of(page, `${response.request().method()} ${response.url()} answered ${response.status()}`)
      }
    })
    page.on('crash', () => of(page, 'the page crashed'))
  })
  return complaints
}

/** CSP violations appear as console errors, and React's warnings as warnings. */
function isComplaint(message: ConsoleMessage): boolean {
  return ['error', 'warning'].includes(message.type()) && !REFUSED.test(message.text())
}

function isFault(response: Response): boolean {
  const isPart = PARTS_OF_A_PAGE.has(response.request().resourceType())
  return response.status() >= 500 || (isPart && response.status() >= 400)
}
