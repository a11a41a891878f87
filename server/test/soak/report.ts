import type { FaultKind } from '../crash/plan.ts'
import { pairs, violationLines } from '../crash/report.ts'
import type { Growth } from './growth.ts'
import type { Counts } from './readings.ts'
import type { Totals } from './totals.ts'

/** The outcome of a soak test. */
export type Figures = {
  seed: number
  seconds: number
  kills: Record<FaultKind, number>
  recoveryMs: Record<FaultKind, number>
  /** Levels of each memory and queue; undefined if the test was too short. */
  levels: Record<string, Growth | undefined>
  counts: Counts | undefined
  totals: Totals
  mails: { sent: number; twice: number }
  /** Requests by status, or by the reason why there was no answer. */
  requests: Record<string, number>
  slowestAnswer: { milliseconds: number; what: string }
  violations: string[]
}

/** Returns the outcome as text, and then as one line of JSON. */
export function summaryOf(figures: Figures, replay: string): string {
  const { kills, recoveryMs, levels, counts, totals, mails, slowestAnswer, violations } = figures
  const isJudged = Object.values(levels).some((level) => level !== undefined)
  return [
    '',
    `${figures.seconds} s, seed ${figures.seed}`,
    `faults       ${pairs(kills)}`,
    `recovery     at the longest, in ms: ${pairs(recoveryMs)}`,
    `usage        ${totals.records} records of quantity ${totals.quantity} acknowledged`,
    `done         ${counts ? pairs(counts) : 'unknown'}`,
    `mails        ${mails.sent} sent, ${mails.twice} of them more than once`,
    `answers      ${pairs(figures.requests)}`,
    `slowest      ${slowestAnswer.milliseconds} ms: ${slowestAnswer.what}`,
    isJudged
      ? `levels       after the start and at the end: ${levelsOf(levels)}`
      : 'levels       not judged: that takes 16 minutes at least',
    ...violationLines(violations, replay),
    '',
    violations.length === 0 ? 'PASSED' : 'FAILED',
    JSON.stringify({ ...figures, violations: violations.length }),
    '',
  ].join('\n')
}

function levelsOf(levels: Figures['levels']): string {
  return Object.entries(levels)
    .flatMap(([name, level]) =>
      level ? [`${name} ${Math.round(level.from)} to ${Math.round(level.to)}`] : [],
    )
    .join(', ')
}
