import { expect } from 'vitest'
import {
  SECRET_KEY,
  startStripe,
  WEBHOOK_SECRET,
} from '../../src/features/payments/provider/stripe/test-support.ts'
import { booksOf, expectBooksToBalance } from '../../src/features/payments/test-support.ts'
import { browse, createTestApp } from './app.ts'

type WithLink = { token: string }

/** The app with a Stripe of its own, and what a customer does who follows a payment link. */
export async function startStripeTest() {
  const stripe = await startStripe()
  const settings = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url }
  const t = await createTestApp({
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
    /** Opens the page of an invoice and answers Stripe's id of it. */
    openPage: async (invoice: WithLink): Promise<string> => {
      const { statusCode, headers } = await follow(invoice)
      expect(statusCode).toBe(303)
      return String(headers.location).split('/').at(-1) ?? ''
    },
    /** Whatever was done, the books must balance in the end. */
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
