import { AppError } from '../../../platform/errors.ts'

const RETRY_AFTER_SECONDS = 1

/** Gives up on work that takes too long with `undecided`; it is completed nevertheless. */
export async function inTime<T>(work: Promise<T>, withinMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(undecided()), withinMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The refusal of an ask about which nothing was decided. */
export function undecided(): AppError {
  return new AppError('undecided', 'No decision was made in time; retry with the same runId', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
