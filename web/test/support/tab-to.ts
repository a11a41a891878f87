import type { Page } from 'playwright-core'

const PRESSES_MAX = 80

/** Presses Tab until the element with this name has the focus. */
export const tabTo = (page: Page, name: string | RegExp): Promise<void> =>
  pressTo(page, 'Tab', name)

/** Presses a key until the element with this name has the focus. */
export async function pressTo(page: Page, key: string, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    await page.keyboard.press(key)
    const label = (await focusedName(page)).replace(' *', '').trim()
    if (typeof name === 'string' ? label === name : name.test(label)) return
  }
  throw new Error(`${key} does not lead to ${name}`)
}

/** Returns the name of the focused element. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement
    const isField = focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement
    const label = isField ? focused.labels?.[0]?.innerText : undefined
    return label ?? focused?.getAttribute('aria-label') ?? focused?.textContent ?? ''
  })
