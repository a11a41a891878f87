import type { Page } from 'playwright-core'

/** Waits until a page shows its heading and no part of it is loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}
