import { createCircuitBreaker } from '../../../platform/circuit-breaker.ts'
import { AppError } from '../../../platform/errors.ts'
import type { PaymentProvider } from './provider.ts'

export type WaitingLimits = {
  /** Somebody waits for most answers: a customer on the payment page, a person who refunds. */
  answerWithinMs: number
  pauseMs: number
}

const LIMITS: WaitingLimits = { answerWithinMs: 14_000, pauseMs: 30_000 }

/**
 * A provider that is waited for no longer than this. After it has not answered, others are told at
 * once for a while, so that a sweep over many charges waits once and not for each. What it was asked
 * for it may do nevertheless: every order can be asked for again by the same id.
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
      // An error in time is an answer, too; one that comes later is the client giving up.
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
    // Most of them are read without a question to the provider, so they show nothing.
    readNotification: (message) => within(provider.readNotification(message)),
    isPaused: () => breaker.isOpen() && now() < (breaker.opensAt() ?? now()),
  }
}
