import axe, { type RunOnly } from 'axe-core'
import type { Page } from 'playwright-core'

type Found = { id: string; help: string; targets: string[] }

const ALL: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** Rules about colours; all other rules give the same result in both schemes. */
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Screen readers read a tooltip with its element, so it needs no landmark. */
const REGION = { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=tooltip], svg' }

/** Returns the violations of WCAG 2.2 AA on the current page, with their elements. */
export const accessibilityFaults = (page: Page) => faultsOf(page, ALL)

/** Returns violations of colour rules only, in a third of the time. */
export const colourFaults = (page: Page) => faultsOf(page, COLOURS)

/** Waits for the end of all transitions, because a part that fades has another contrast. */
const transitionsEnded = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
    for (;;) {
      // A part that appears starts its transition in the frame after its first one.
      await nextFrame()
      await nextFrame()
      const running = document.getAnimations().filter((one) => one.playState === 'running')
      const ending = running.filter(ends)
      if (ending.length === 0) return
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }
  })

async function faultsOf(page: Page, runOnly: RunOnly): Promise<Found[]> {
  await transitionsEnded(page)
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
