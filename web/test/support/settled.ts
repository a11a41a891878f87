import type { Page } from 'playwright-core'

/** Waits until a page shows what it is about, and nothing on it is still being fetched. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}
