import { OperatorError } from '../../platform/program/operator-error.ts'

/**
 * Fast shutdown first: sessions are closed, everything is written, and the next start is quick. The
 * long limit allows a checkpoint of a busy server on a slow disk. Immediate shutdown and finally
 * SIGKILL follow. Neither loses data, but the next start has to replay the log.
 */
const ESCALATION = [
  { signal: 'SIGINT', patienceMs: 60_000 },
  { signal: 'SIGQUIT', patienceMs: 10_000 },
  { signal: 'SIGKILL', patienceMs: 10_000 },
] as const

/**
 * Stops a PostgreSQL server. `waitGone` resolves to whether it ended within the given time. Throws
 * when it survives SIGKILL.
 */
export async function stopProcess(
  pid: number,
  waitGone: (milliseconds: number) => Promise<boolean>,
): Promise<void> {
  for (const { signal, patienceMs } of ESCALATION) {
    signalProcess(pid, signal)
    if (await waitGone(patienceMs)) return
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not end, not even when killed`)
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'ESRCH') return // it has already ended
    throw new OperatorError(
      `Cannot stop PostgreSQL (pid ${pid}): ${error.message}. Stop it by hand.`,
      {
        cause: error,
      },
    )
  }
}
