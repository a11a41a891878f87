/**
 * Where things stand in a chart, in pixels. Here alone a figure becomes a number: it says where a line goes,
 * and is never read.
 */
export type Scale = { ticks: readonly number[]; y: (value: number) => number }

const TICKS_ABOUT = 4
const STEPS = [1, 2, 5, 10]
const BASE = 10

/** From zero to above the highest, and below zero where there is such a value, in round steps. */
export function scaleOf(values: readonly number[], height: number): Scale {
  const highest = Math.max(0, ...values)
  const lowest = Math.min(0, ...values)
  const step = stepOf(highest - lowest || 1)
  const first = Math.floor(lowest / step)
  const last = Math.max(Math.ceil(highest / step), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  const span = (last - first) * step
  return { ticks, y: (value) => height - ((value - first * step) / span) * height }
}

function stepOf(span: number): number {
  const rough = span / TICKS_ABOUT
  const power = BASE ** Math.floor(Math.log10(rough))
  const factor = STEPS.find((one) => one * power >= rough) ?? BASE
  return factor * power
}

export type Place = { x: number; y: number }

/** A line through places; where one is unknown it ends, and begins again behind. */
export function linePath(places: readonly (Place | null)[], band: number): string {
  return runsOf(places)
    .map((run) => {
      const [first] = run
      // One place between two unknown ones would be a line without a length.
      if (first && run.length === 1) return `M${first.x - band / 3} ${first.y}h${(band * 2) / 3}`
      return `M${run.map(({ x, y }) => `${x} ${y}`).join('L')}`
    })
    .join('')
}

/** What lies between a line and the one below it. */
export function areaPath(
  tops: readonly (Place | null)[],
  bottoms: readonly (Place | null)[],
): string {
  const floor = new Map(bottoms.flatMap((place) => (place ? [[place.x, place.y]] : [])))
  return runsOf(tops)
    .map((run) => {
      const back = run.toReversed().map(({ x, y }) => `${x} ${floor.get(x) ?? y}`)
      return `M${[...run.map(({ x, y }) => `${x} ${y}`), ...back].join('L')}Z`
    })
    .join('')
}

function runsOf(places: readonly (Place | null)[]): Place[][] {
  const runs: Place[][] = []
  let isOpen = false
  for (const place of places) {
    if (place === null) {
      isOpen = false
    } else if (isOpen) {
      runs.at(-1)?.push(place)
    } else {
      runs.push([place])
      isOpen = true
    }
  }
  return runs
}
