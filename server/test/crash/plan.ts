import type { Random } from './random.ts'

/**
 * Faults injected under load:
 * - server: kill -9 of the server process;
 * - postmaster: kill -9 of PostgreSQL's main process;
 * - backend: kill -9 of one PostgreSQL session, which makes PostgreSQL end all and recover;
 * - restart: SIGINT to PostgreSQL, which shuts down gracefully and is started again;
 * - stop: SIGTERM to the server, which must answer its requests and exit with code 0.
 */
export const FAULT_KINDS = ['server', 'postmaster', 'backend', 'restart', 'stop'] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export type Fault = {
  kind: FaultKind
  /** Time since the load began, or since the previous fault. */
  afterMs: number
}

export type Round = {
  /**
   * Delay of each commit before it is written to disk, as on a slow disk; 0 for none. It makes
   * kills in the middle of a commit likely.
   */
  commitDelayMs: number
  /** A second fault hits a service that is still recovering from the first. */
  faults: readonly Fault[]
  /** Time that the load continues after the service answers again. */
  loadAfterMs: number
}

const SECOND_FAULT = 0.35
const SLOW_DISK = 0.5
/** The maximum that PostgreSQL allows. */
const LONGEST_COMMIT_DELAY_MS = 100

/** Plans rounds in which every kind occurs equally often, in an order determined by the seed. */
export function planRounds(
  count: number,
  random: Random,
  among: readonly FaultKind[] = FAULT_KINDS,
): Round[] {
  const kinds: FaultKind[] = []
  while (kinds.length < count) kinds.push(...random.shuffle(among))
  return kinds.slice(0, count).map((kind) => planRound(kind, { random, among }))
}

function planRound(
  kind: FaultKind,
  { random, among }: { random: Random; among: readonly FaultKind[] },
): Round {
  const first: Fault = { kind, afterMs: random.integer(200, 2_000) }
  const second: Fault = { kind: random.pick(among), afterMs: random.integer(0, 2_500) }
  return {
    commitDelayMs: random.chance(SLOW_DISK) ? random.integer(10, LONGEST_COMMIT_DELAY_MS) : 0,
    faults: random.chance(SECOND_FAULT) ? [first, second] : [first],
    loadAfterMs: random.integer(300, 1_200),
  }
}

/** Returns when to kill the service during its very first start. */
export function planFirstStartKills(random: Random): number[] {
  return Array.from({ length: random.integer(1, 2) }, () => random.integer(100, 3_000))
}
