import type { Page } from 'playwright-core'

/** Waits for the home of the organization with this name. */
export async function atHome(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Home', exact: true }).waitFor()
  await page.getByRole('button', { name: `Organization: ${name}. Switch`, exact: true }).waitFor()
}
