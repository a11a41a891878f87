import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../crash/billing/client.ts'
import type { Service } from '../crash/service.ts'
import type { Reading } from './growth.ts'
import {
  type Counts,
  type Queues,
  readCounts,
  readPostgresMemory,
  readQueues,
  readService,
  type ServiceReading,
} from './readings.ts'

/** Values watched for growth: megabytes of memory, and queue lengths. */
export const MEMORIES = ['memory', 'heap'] as const
export const QUEUES = ['records', 'jobs', 'mails', 'payments', 'refunds', 'tasks'] as const
type Watched = (typeof MEMORIES)[number] | (typeof QUEUES)[number]

export type Readings = Record<Watched, Reading[]>

export type Watch = {
  readings: Readings
  stop: () => Promise<void>
}

const READ_EVERY_MS = 5_000
const TELL_EVERY_MS = 60_000

/** Reads the service's metrics every few seconds, and prints one line a minute. */
export function startWatch(service: Service<Client>, say: (line: string) => void): Watch {
  const readings: Readings = {
    memory: [],
    heap: [],
    records: [],
    jobs: [],
    mails: [],
    payments: [],
    refunds: [],
    tasks: [],
  }
  const stopping = new AbortController()
  const { signal } = stopping
  const watching = watch({ service, readings, say, signal })
  return {
    readings,
    stop: () => {
      stopping.abort()
      return watching
    },
  }
}

type Watching = {
  service: Service<Client>
  readings: Readings
  say: (line: string) => void
  signal: AbortSignal
}

async function watch({ service, readings, say, signal }: Watching): Promise<void> {
  const startedAt = performance.now()
  let tellAt = TELL_EVERY_MS
  let lastMoves = 0
  let toldViolations = 0
  while (!signal.aborted) {
    const atMs = performance.now() - startedAt
    const told = await readService(service.site)
    const queues = await readQueues(service.site)
    for (const [name, value] of Object.entries({ ...told, ...queues })) {
      readings[name as Watched].push({ atMs, value })
    }
    if (atMs >= tellAt) {
      tellAt += TELL_EVERY_MS
      const postgres = await readPostgresMemory(service.site)
      const counts = await readCounts(service.site)
      const moves = service.client.ledger.operations.filter(({ kind }) => kind === 'clock')
      const dayMs = typicalMs(moves.slice(lastMoves))
      lastMoves = moves.length
      const violations = [...service.client.ledger.violations]
      for (const [violation, stage] of violations.slice(toldViolations))
        say(`${stage}: ${violation}`)
      toldViolations = violations.length
      say(
        lineOf({
          minute: Math.floor(atMs / 60_000),
          told,
          postgres,
          queues,
          counts,
          dayMs,
          violations: violations.length,
        }),
      )
    }
    await sleep(READ_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

type Moves = Client['ledger']['operations']

/** Returns the typical duration of a day of billing, which must not grow either. */
function typicalMs(moves: Moves): number | undefined {
  const times = moves
    .flatMap(({ done }) => done)
    .map(({ sentAt, answeredAt }) => answeredAt.getTime() - sentAt.getTime())
    .sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)]
}

type Minute = {
  minute: number
  told: ServiceReading | undefined
  postgres: number | undefined
  queues: Queues | undefined
  counts: Counts | undefined
  dayMs: number | undefined
  violations: number
}

function lineOf({ minute, told, postgres, queues, counts, dayMs, violations }: Minute): string {
  const number = (value: number | undefined, width: number) =>
    (value === undefined ? '-' : String(Math.round(value))).padStart(width)
  const waiting = queues && { records: told?.records ?? 0, ...queues }
  return [
    `minute ${number(minute, 3)}`,
    `memory ${number(told?.memory, 4)} MB`,
    `heap ${number(told?.heap, 4)} MB`,
    `PostgreSQL ${number(postgres, 4)} MB`,
    `waiting: ${
      waiting
        ? Object.entries(waiting)
            .map(([name, value]) => `${name} ${value}`)
            .join(', ')
        : '-'
    }`,
    `a day ${number(dayMs, 5)} ms`,
    counts
      ? `done: ${counts.events} events, ${counts.invoices} invoices, ${counts.sentMails} mails, ${counts.paid} payments, ${counts.megabytes} MB on disk`
      : 'done: -',
    `violations ${violations}`,
  ].join('  ')
}
