import { expect } from 'vitest'
import {
  SECRET_KEY,
  startStripe,
  WEBHOOK_SECRET,
} from '../../src/features/payments/provider/stripe/test-support.ts'
import { booksOf, expectBooksToBalance } from '../../src/features/payments/test-support.ts'
import { browse, createTestApp } from './app.ts'

type WithLink = { token: string }

/**
 * Starts the app with its own fake Stripe, and functions for a customer who follows a payment link.
 */
export async function startStripeTest({ now }: { now?: () => Date } = {}) {
  const stripe = await startStripe()
  const settings = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url }
  const t = await createTestApp({
    ...(now && { now }),
    config: {
      stripe: settings,
      publicUrl: 'https://billing.test',
      portalUrl: 'https://account.test',
    },
  })
  const follow = ({ token }: WithLink) => browse(t, `/pay/${token}`)
  return {
    ...t,
    stripe,
    books: booksOf(t),
    follow,
    /** Opens the payment page of an invoice and returns its Stripe id. */
    openPage: async (invoice: WithLink): Promise<string> => {
      const { statusCode, headers } = await follow(invoice)
      expect(statusCode).toBe(303)
      return String(headers.location).split('/').at(-1) ?? ''
    },
    /** Asserts that the books balance before closing. */
    close: async () => {
      try {
        await expectBooksToBalance(t)
      } finally {
        await t.close()
        await stripe.close()
      }
    },
  }
}
