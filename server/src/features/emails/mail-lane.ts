import type { Bell } from '../../platform/bell.ts'
import { type DeliverDeps, deliverEmails } from './deliver.ts'

/** Finds what a process that died has left, and what is to be tried again. */
export const ROUND_MS = 15_000

/**
 * Sends messages as soon as they are in the outbox, and every few seconds what is due otherwise. It is
 * a lane of its own: however slow the mail server is, nothing but mails waits for it.
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
