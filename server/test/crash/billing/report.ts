import type { FaultKind, Round } from '../plan.ts'
import { kindsOf, pairs, violationLines } from '../report.ts'
import type { Service } from '../service.ts'
import { withPool } from '../site.ts'
import type { Client } from './client.ts'
import { KINDS } from './ledger.ts'

/** The outcome of a crash test of billing. */
export type Figures = {
  seed: number
  rounds: number
  seconds: number
  kills: Record<FaultKind, number>
  /** Operations by kind; of all: done, refused because of concurrent ones, and never answered. */
  operations: Record<string, number>
  done: number
  refused: number
  unanswered: number
  resent: number
  /** Invoices by status, and row counts of other tables. */
  invoices: Record<string, number>
  rows: Record<string, number>
  answers: Record<string, number>
  slowestAnswer: { milliseconds: number; what: string }
  recoveryMs: Record<FaultKind, number>
  violations: string[]
}

const TABLES = [
  'invoice_lines',
  'emails',
  'payments',
  'refunds',
  'checkout_sessions',
  'usage_events',
]

export async function readFigures(
  service: Service<Client>,
  run: { seed: number; rounds: number; seconds: number },
): Promise<Figures> {
  const { client, kills, recoveryMs } = service
  const { operations, resent, answers, slowestAnswer, violations } = client.ledger
  const stored = await countStored(service)
  return {
    ...run,
    kills,
    operations: Object.fromEntries(
      KINDS.map((kind) => [kind, operations.filter((one) => one.kind === kind).length]),
    ),
    done: operations.filter(({ done }) => done.length > 0).length,
    refused: operations.filter(({ done, refused }) => done.length === 0 && refused.length > 0)
      .length,
    unanswered: operations.filter(({ done, refused }) => done.length + refused.length === 0).length,
    resent,
    ...stored,
    answers: Object.fromEntries([...answers].sort()),
    slowestAnswer,
    recoveryMs,
    violations: [...violations].map(([violation, stage]) => `${stage}: ${violation}`),
  }
}

type Counted = { name: string; count: number }

/** Returns empty counts if the database could not be recovered. */
function countStored({ site, isLost }: Service<Client>) {
  const none = { invoices: {}, rows: {} }
  if (isLost) return none
  const tables = TABLES.map((table) => `select '${table}' as name, count(*)::int from ${table}`)
  return withPool(site, async (pool) => {
    const byStatus = 'select status as name, count(*)::int from invoices group by 1 order by 1'
    const invoices = await pool.query<Counted>(byStatus)
    const rows = await pool.query<Counted>(tables.join(' union all '))
    return { invoices: record(invoices.rows), rows: record(rows.rows) }
  })
}

const record = (rows: readonly Counted[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ name, count }) => [name, count]))

/** Returns one line per round, printed while the test runs. */
export function progressOf(
  { client: { ledger } }: Service<Client>,
  round: Round,
  number: number,
): string {
  return [
    `round ${String(number).padStart(3)}`,
    kindsOf(round).padEnd(36),
    `${ledger.operations.length} operations`.padStart(17),
    `${ledger.violations.size} violations`.padStart(14),
  ].join('  ')
}

/** Returns the outcome as text, and then as one line of JSON. */
export function summaryOf(figures: Figures, replay: string): string {
  const { kills, recoveryMs, answers, slowestAnswer, violations } = figures
  return [
    '',
    `${figures.rounds} rounds in ${figures.seconds} s, seed ${figures.seed}`,
    `faults       ${pairs(kills)}`,
    `operations   ${pairs(figures.operations)}`,
    `outcomes     ${figures.done} done, ${figures.refused} refused, ${figures.unanswered} never answered, ${figures.resent} sent again`,
    `invoices     ${pairs(figures.invoices)}`,
    `rows         ${pairs(figures.rows)}`,
    `answers      ${pairs(answers)}`,
    `slowest      ${slowestAnswer.milliseconds} ms: ${slowestAnswer.what}`,
    `recovery     at the longest, in ms: ${pairs(recoveryMs)}`,
    ...violationLines(violations, replay),
    '',
    JSON.stringify({ ...figures, violations: violations.length }),
    '',
  ].join('\n')
}
