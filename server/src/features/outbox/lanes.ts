import { type Bell, createBell } from '../../platform/bell.ts'
import { type ConsumeDeps, consume } from './consume.ts'
import { CONSUMERS, type Consumer, type Handlers } from './consumers.ts'

/** Interval for finding tasks of dead processes and tasks to retry. */
const ROUND_MS = 15_000

/** Wakes the lane of each consumer, since each waits on its own bell. */
export type OutboxBells = { ring: () => void; of: (consumer: Consumer) => Bell }

export function createOutboxBells(): OutboxBells {
  const bells = new Map(CONSUMERS.map((consumer) => [consumer, createBell()]))
  return {
    ring: () => {
      for (const bell of bells.values()) bell.ring()
    },
    of: (consumer) => bells.get(consumer) ?? createBell(),
  }
}

/**
 * Runs consumers as soon as events are committed, and every few seconds for other due tasks. Each
 * consumer has its own lane, so that a slow one does not delay the others.
 */
export async function runOutboxLanes(
  deps: ConsumeDeps & { outboxBells: OutboxBells },
  handlers: Handlers,
  signal: AbortSignal,
): Promise<void> {
  const run = async (consumer: Consumer) => {
    const bell = deps.outboxBells.of(consumer)
    while (!signal.aborted) {
      await consume(deps, handlers, { consumer, now: deps.now() }, signal).catch((error) =>
        deps.log.error({ err: error, consumer }, 'events cannot be read; tried again in a moment'),
      )
      await bell.wait(ROUND_MS, signal)
    }
  }
  await Promise.all(CONSUMERS.map(run))
}
