import type { Page } from 'playwright-core'

/** Counts the clicks in all windows of the browser context. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.context().exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.context().addInitScript(() => {
    addEventListener(
      'click',
      ({ isTrusted }) => {
        if (isTrusted) (window as unknown as { countClick: () => void }).countClick()
      },
      true,
    )
  })
  return () => clicks
}
