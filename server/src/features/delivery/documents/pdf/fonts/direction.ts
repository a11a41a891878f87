import { bidi } from './bidi.ts'
import { type FontRun, fontRuns } from './font-runs.ts'

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/**
 * Returns a line's runs in drawing order, from left to right. The font reverses the letters of
 * right-to-left words automatically, so only the order of words changes here.
 */
export function drawnRuns(line: string): FontRun[] {
  const levels = bidi.getEmbeddingLevels(line, 'auto')
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels)
  const characters = line.split('').map((character, at) => mirrored.get(at) ?? character)
  const order = bidi.getReorderedIndices(line, levels)
  return directionRuns(order, levels.levels).flatMap(({ positions, isReversed }) => {
    const text = positions.map((at) => characters[at]).join('')
    return isReversed ? reversed(text) : fontRuns(text)
  })
}

type DirectionRun = { positions: number[]; isReversed: boolean }

/** Groups adjacent characters of one direction; each run is in reading order. */
function directionRuns(order: readonly number[], levels: Uint8Array): DirectionRun[] {
  const runs: DirectionRun[] = []
  for (const at of order) {
    const isReversed = ((levels[at] ?? 0) & 1) === 1
    const last = runs.at(-1)
    if (last?.isReversed !== isReversed) runs.push({ positions: [at], isReversed })
    else if (isReversed) last.positions.unshift(at)
    else last.positions.push(at)
  }
  return runs
}

function reversed(text: string): FontRun[] {
  const words = text.split(/(\s+)/).filter((word) => word !== '')
  return words
    .flatMap((word) => fontRuns(word))
    .toReversed()
    .map((run) => (isRightToLeft(run.text) ? run : { ...run, text: backwards(run.text) }))
}

const backwards = (text: string) => [...text].toReversed().join('')
