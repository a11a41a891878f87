import { createCircuitBreaker } from '../../../platform/circuit-breaker.ts'
import { AppError } from '../../../platform/errors.ts'
import type { PaymentProvider } from './provider.ts'

export type WaitingLimits = {
  /** Short, because a customer on the payment page or an operator who refunds waits for it. */
  answerWithinMs: number
  pauseMs: number
}

const LIMITS: WaitingLimits = { answerWithinMs: 14_000, pauseMs: 30_000 }

/**
 * Wraps a provider with a time limit per request and a circuit breaker. After a timeout, further
 * requests fail at once with `unavailable` for `pauseMs`, so that a sweep waits only once. The
 * provider may still complete a request that timed out; each can be retried with the same id.
 */
export function limitWaiting(
  provider: PaymentProvider,
  now: () => Date,
  { answerWithinMs, pauseMs }: WaitingLimits = LIMITS,
): PaymentProvider {
  const breaker = createCircuitBreaker(pauseMs)
  const unavailable = () =>
    new AppError('unavailable', 'The payment provider does not answer; retry in a moment', {
      retryAfterSeconds: Math.ceil(pauseMs / 1_000),
    })

  async function within<T>(work: Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      breaker.fail(now())
      reject(unavailable())
    }, answerWithinMs)
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }
  function limited<Order, Answer>(ask: (order: Order) => Promise<Answer>) {
    return async (order: Order): Promise<Answer> => {
      if (!breaker.admits(now())) throw unavailable()
      let isOver = false
      // An error within the limit is an answer, too. A later error is the client's own timeout.
      const answer = ask(order).then(
        (given) => {
          breaker.succeed()
          return given
        },
        (error) => {
          if (!isOver) breaker.succeed()
          throw error
        },
      )
      try {
        return await within(answer)
      } finally {
        isOver = true
      }
    }
  }
  return {
    ...provider,
    createCheckout: limited(provider.createCheckout),
    expireCheckout: limited(provider.expireCheckout),
    chargeSavedMethod: limited(provider.chargeSavedMethod),
    findCharge: limited(provider.findCharge),
    refund: limited(provider.refund),
    findRefund: limited(provider.findRefund),
    createSetup: limited(provider.createSetup),
    findSetup: limited(provider.findSetup),
    detachMethod: limited(provider.detachMethod),
    // Not subject to the breaker: most notifications are read without a request to the provider, so
    // success proves nothing.
    readNotification: (message) => within(provider.readNotification(message)),
    isPaused: () => breaker.isOpen() && now() < (breaker.opensAt() ?? now()),
  }
}
