import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Found = { id: string; help: string; targets: string[] }

/** What breaks WCAG 2.2 AA on the page as it is now, with the places. */
export async function accessibilityFaults(page: Page): Promise<Found[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const library = (globalThis as unknown as { axe: typeof import('axe-core') }).axe
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await library.run(document, { runOnly: tags })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      targets: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
  })
}
