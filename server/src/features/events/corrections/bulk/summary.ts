import type { Outcome } from '../../../usage/corrections/correct-events.ts'
import { PROBLEMS_SHOWN_MAX } from './fields.ts'
import type { RowProblem } from './outcome-words.ts'

/** Counts the outcomes of the rows of a file. */
export function summaryOf(outcomes: readonly Outcome[], problems: readonly RowProblem[]) {
  const count = (kind: Outcome['kind']) => outcomes.filter((one) => one.kind === kind).length
  return {
    rowCount: outcomes.length,
    correctedCount: count('corrected'),
    unchangedCount: count('unchanged'),
    problemCount: problems.length,
    problems: problems.slice(0, PROBLEMS_SHOWN_MAX),
  }
}
