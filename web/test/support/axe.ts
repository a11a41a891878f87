import axe, { type RunOnly } from 'axe-core'
import type { Page } from 'playwright-core'

type Found = { id: string; help: string; targets: string[] }

const ALL: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** The rules about colours; all others find the same in both schemes. */
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** A tooltip is read with what it describes, so that it needs no landmark of its own. */
const REGION = { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=tooltip], svg' }

/** What breaks WCAG 2.2 AA on the page as it is now, with the places. */
export const accessibilityFaults = (page: Page) => faultsOf(page, ALL)

/** The faults of colours alone, found in a third of the time. */
export const colourFaults = (page: Page) => faultsOf(page, COLOURS)

async function faultsOf(page: Page, runOnly: RunOnly): Promise<Found[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([rules, region]) => {
      const library = (globalThis as unknown as { axe: typeof import('axe-core') }).axe
      library.configure({ checks: [{ id: 'region', options: region }] })
      const { violations } = await library.run(document, { runOnly: rules })
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        targets: nodes.map(
          ({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`,
        ),
      }))
    },
    [runOnly, REGION] as const,
  )
}
