import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const STEP_MS = 500

/**
 * Advances the clock of a page until an element is visible, for example after all automatic
 * retries of a request. `page.clock.install()` must come before the page loads; the clock also
 * advances automatically.
 */
export async function passTimeUntil(page: Page, shown: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const isVisible = await shown.isVisible()
      if (!isVisible) await page.clock.fastForward(STEP_MS)
      return isVisible
    })
    .toBe(true)
}
