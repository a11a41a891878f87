import type { Client } from './client.ts'
import type { Entry } from './ledger.ts'
import type { FaultKind, Round } from './plan.ts'
import type { Service } from './service.ts'

/** The outcome of a crash test. */
export type Figures = {
  seed: number
  rounds: number
  seconds: number
  kills: Record<FaultKind, number> & { firstStart: number }
  /** Distinct records sent, and the total with repetitions. */
  records: number
  submissions: number
  /** Of the records: promised to be stored, always refused, and never answered. */
  acknowledged: number
  rejected: number
  unanswered: number
  /** Records with a key that were unanswered at the end of a round and sent again. */
  resent: number
  /** Valid records that the service refused with INTERNAL_ERROR. */
  internalErrors: number
  mappedModels: number
  /** Requests by status, or by the reason why there was no answer. */
  answers: Record<string, number>
  slowestAnswer: { milliseconds: number; what: string }
  recoveryMs: Record<FaultKind, number>
  longestRecoveryMs: number
  longestStopMs: number
  violations: string[]
}

export function figuresOf(
  { client: { ledger }, kills, recoveryMs, longestStopMs, firstStartKills }: Service<Client>,
  run: { seed: number; rounds: number; seconds: number },
): Figures {
  const entries = [...ledger.entries.values()]
  const count = (isCounted: (entry: Entry) => boolean) => entries.filter(isCounted).length
  return {
    ...run,
    kills: { ...kills, firstStart: firstStartKills },
    records: entries.length,
    submissions: ledger.submissions,
    acknowledged: count(({ promised }) => promised.length > 0),
    rejected: count(({ promised, refused }) => promised.length === 0 && refused.length > 0),
    unanswered: count(({ promised, refused }) => promised.length + refused.length === 0),
    resent: ledger.resent,
    internalErrors: count(({ refused }) => refused.some((text) => text.startsWith('INTERNAL'))),
    mappedModels: ledger.mapped.size,
    answers: Object.fromEntries([...ledger.answers].sort()),
    slowestAnswer: ledger.slowestAnswer,
    recoveryMs,
    longestRecoveryMs: Math.max(...Object.values(recoveryMs)),
    longestStopMs,
    violations: [...ledger.violations].map(([violation, stage]) => `${stage}: ${violation}`),
  }
}

/** Returns one line per round, printed while the test runs. */
export function progressOf(
  { client: { ledger } }: Service<Client>,
  round: Round,
  number: number,
): string {
  return [
    `round ${String(number).padStart(3)}`,
    kindsOf(round).padEnd(36),
    `${ledger.entries.size} records`.padStart(15),
    `${ledger.violations.size} violations`.padStart(14),
  ].join('  ')
}

export function kindsOf({ faults, commitDelayMs }: Round): string {
  const kinds = faults.map(({ kind }) => kind).join(', then ')
  return commitDelayMs > 0 ? `${kinds}; slow disk` : kinds
}

const SHOWN_VIOLATIONS = 20

/** Returns the outcome as text, and then as one line of JSON. */
export function summaryOf(figures: Figures, replay: string): string {
  const { kills, violations, recoveryMs, answers, slowestAnswer } = figures
  return [
    '',
    `${figures.rounds} rounds in ${figures.seconds} s, seed ${figures.seed}`,
    `faults       ${pairs(kills)}`,
    `records      ${figures.records}, sent ${figures.submissions} times: ${figures.acknowledged} acknowledged, ${figures.rejected} rejected, ${figures.unanswered} never answered, ${figures.resent} sent again`,
    `answers      ${pairs(answers)}`,
    `slowest      ${slowestAnswer.milliseconds} ms: ${slowestAnswer.what}`,
    `recovery     at the longest, in ms: ${pairs(recoveryMs)}; a clean stop: ${figures.longestStopMs}`,
    ...violationLines(violations, replay),
    '',
    JSON.stringify({ ...figures, violations: violations.length }),
    '',
  ].join('\n')
}

/** Lists the violations up to a limit, with the command that repeats the run. */
export function violationLines(violations: readonly string[], replay: string): string[] {
  const shown = violations.slice(0, SHOWN_VIOLATIONS).map((violation) => `  - ${violation}`)
  const more = violations.length - shown.length
  return [
    `violations   ${violations.length}`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(violations.length > 0 ? ['', `Replay with: ${replay}`] : []),
  ]
}

export function pairs(figures: Record<string, number>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}
