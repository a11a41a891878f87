import type { Bell } from '../../platform/bell.ts'
import { type DeliverDeps, deliverEmails } from './deliver.ts'

/** Interval for finding emails of dead processes and emails to retry. */
export const ROUND_MS = 15_000

/**
 * Sends emails as soon as they are queued, and every few seconds for other due emails. Has its own
 * lane, so that a slow mail server delays only emails.
 */
export async function runMailLane(
  deps: DeliverDeps & { mailBell: Bell },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await deliverEmails(deps, deps.now(), signal).catch((error) =>
      deps.log.error({ err: error }, 'the outbox cannot be read; tried again in a moment'),
    )
    await deps.mailBell.wait(ROUND_MS, signal)
  }
}
