import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Found = { id: string; help: string; targets: string[] }

/** A tooltip is read with what it describes, so that it needs no landmark of its own. */
const REGION = { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=tooltip], svg' }

/** What breaks WCAG 2.2 AA on the page as it is now, with the places. */
export async function accessibilityFaults(page: Page): Promise<Found[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async (region) => {
    const library = (globalThis as unknown as { axe: typeof import('axe-core') }).axe
    library.configure({ checks: [{ id: 'region', options: region }] })
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await library.run(document, { runOnly: tags })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      targets: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
  }, REGION)
}
