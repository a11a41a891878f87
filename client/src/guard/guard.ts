import type { Resources } from '../resources.ts'
import { asksOf } from './asks.ts'
import { type GuardedRun, RunState } from './guarded-run.ts'
import { type GuardRunOptions, guardSettings } from './options.ts'
import type { Reporting } from './report.ts'

export type Guard = Resources['guard'] & {
  /**
   * Runs work that may cost money within the budgets. Asks before it starts and, with `run.spent`,
   * while it goes on. `run.done` sets the outcome: its record bills it and settles the hold when the
   * work returns. Work that throws, or sets no outcome, releases the hold and bills nothing.
   *
   * Throws, and nothing else:
   * - GuardBlocked if the run may not start or go on, also if the work ended with another error because
   *   its `signal` was aborted; `cause` is that error;
   * - the PieceworkError of a request that the service refused, such as an unknown customer, a wrong key
   *   or a `runId` that has ended (`run_ended`);
   * - RecordingError if a record was refused or, with `fireAndForget: false`, not stored;
   * - TypeError for invalid options;
   * - the error of the work.
   */
  run<Result>(
    options: GuardRunOptions,
    work: (run: GuardedRun) => Promise<Result> | Result,
  ): Promise<Result>
}

type Parts = { reporting: Reporting; isStrict: boolean }

export function guardOf(guard: Resources['guard'], parts: Parts): Guard {
  return { ...guard, run: (options, work) => guardedRun(guard, parts, options, work) }
}

async function guardedRun<Result>(
  guard: Resources['guard'],
  parts: Parts,
  options: GuardRunOptions,
  work: (run: GuardedRun) => Promise<Result> | Result,
): Promise<Result> {
  const settings = guardSettings(options)
  const state = new RunState({ ...parts, settings, asks: asksOf(guard, settings) })
  await state.start()
  let result: Result
  try {
    result = await work(state.face())
  } catch (error) {
    await state.fail()
    const { blocked } = state
    if (blocked === undefined || blocked === error) throw error
    blocked.cause ??= error
    throw blocked
  }
  await state.end(result)
  return result
}
