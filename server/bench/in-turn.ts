import { loadavg } from 'node:os'
import type { Site, Sites } from './sites.ts'

/** Measured figures by name. */
export type Figures = Readonly<Record<string, number>>

/**
 * Measures both sites in turns, and swaps the order every turn, so that other load on the machine
 * affects both. Prints each turn, then the medians and the range of the ratios.
 */
export async function compareInTurn(
  sites: Sites,
  turns: number,
  measure: (site: Site) => Promise<Figures>,
): Promise<void> {
  const found: Record<Site['name'], Figures[]> = { plain: [], cluster: [] }
  const loads: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    for (const site of turn % 2 === 0 ? sites : sites.toReversed()) {
      const figures = await measure(site)
      const [load = 0] = loadavg()
      loads.push(load)
      found[site.name].push(figures)
      console.log(`${site.name}, load ${load.toFixed(1)}: ${JSON.stringify(figures)}`)
    }
  }
  const names = Object.keys(found.plain[0] ?? {})
  const rows = names.map((name) => [name, compare(name, found)] as const)
  console.table(Object.fromEntries(rows))
  console.log(`load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`)
}

function compare(name: string, { plain, cluster }: Record<Site['name'], readonly Figures[]>) {
  const [before, after] = [plain, cluster].map((all) => all.map((figures) => figures[name] ?? 0))
  if (!before || !after) throw new Error('there are two sites')
  const ratios = after.map((figure, turn) => figure / (before[turn] ?? 0))
  return {
    plain: medianOf(before),
    cluster: medianOf(after),
    ratio: hundredth(medianOf(ratios)),
    lowest: hundredth(Math.min(...ratios)),
    highest: hundredth(Math.max(...ratios)),
  }
}

export function medianOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? 0
}

function hundredth(figure: number): number {
  return Math.round(figure * 100) / 100
}
