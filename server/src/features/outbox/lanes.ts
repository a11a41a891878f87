import { type Bell, createBell } from '../../platform/bell.ts'
import { type ConsumeDeps, consume } from './consume.ts'
import { CONSUMERS, type Consumer, type Handlers } from './consumers.ts'

/** Finds what a process that died has left, and what is to be tried again. */
const ROUND_MS = 15_000

/** One that rings for each consumer, since each sleeps on its own. */
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
 * Does what follows from events as soon as they are committed, and every few seconds what is due
 * otherwise. Each consumer has a lane of its own: one that waits for somebody keeps no other waiting.
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
