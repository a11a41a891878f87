import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GivenInvoice, givenInvoice } from '../../../../../test/support/given-invoice.ts'
import { startStripeTest } from '../../../../../test/support/stripe.ts'
import { useOpened } from '../../../../../test/support/use-app.ts'
import { collectInvoice } from '../../charges/collect.ts'
import { retryPending } from '../../retry.ts'
import { depsOf, expectBooksToBalance } from '../../test-support.ts'
import { deliver, eventOf } from './test-support.ts'

const t = useOpened(startStripeTest)

const ACTIONS = [
  'open and pay',
  'collect',
  'pay by hand',
  'pay a part by hand',
  'refund',
  'refund a part',
  'void',
  'forget an answer',
  'sweep',
] as const
type Action = (typeof ACTIONS)[number]

/** Builds the possible actions on one invoice; every event is delivered twice, with delays. */
function actorFor(invoice: GivenInvoice, later: (event: Record<string, unknown>) => void) {
  const payments = async () => (await t.api.get(`${invoice.url}/payments`)).body.results
  const refund = async (body: unknown) => {
    for (const { id } of await payments()) {
      await t.api.post(`${invoice.url}/payments/${id}/refund`, body)
    }
  }
  const actions: Record<Action, () => Promise<unknown>> = {
    'open and pay': async () => {
      const { headers } = await t.app.inject(`/pay/${invoice.token}`)
      const id = String(headers.location ?? '')
        .split('/')
        .at(-1)
      if (t.stripe.all.get(id ?? '')?.status !== 'open') return
      const { session, intent } = t.stripe.payPage(id ?? '')
      later(eventOf('checkout.session.completed', session))
      later(eventOf('payment_intent.succeeded', intent))
      later(eventOf('checkout.session.expired', { ...session, status: 'expired' }))
    },
    collect: () =>
      collectInvoice(depsOf(t), invoice, t.dependencies.clock.moment(invoice.organizationId)),
    'pay by hand': () => t.api.post(`${invoice.url}/payments`, { amount: 100 }),
    'pay a part by hand': () => t.api.post(`${invoice.url}/payments`, { amount: 33.33 }),
    refund: () => refund({}),
    'refund a part': () => refund({ amount: 12.34 }),
    void: () => t.api.post(`${invoice.url}/void`, {}),
    'forget an answer': async () => {
      const paths = ['/v1/payment_intents', '/v1/refunds', '/v1/checkout/sessions']
      t.stripe.loseAnswers(paths[t.stripe.requests.length % paths.length] ?? '', 1)
    },
    sweep: async () => {
      await t.books.age('2 hours')
      await retryPending(depsOf(t), new Date())
    },
  }
  return actions
}

async function invoiceWithMethod() {
  const invoice = await givenInvoice(t)
  await t.books.rows(
    `insert into payment_methods (customer_id, provider, organization_id, provider_customer_id,
       provider_method_id, created_at, updated_at)
     values ($1, 'stripe', $2, $3, 'pm_card', now(), now())`,
    [invoice.customerId, invoice.organizationId, `cus_${invoice.customerId}`],
  )
  return invoice
}

/** Returns the net amount that Stripe holds for an invoice, in cents. */
function atStripe({ id }: GivenInvoice): number {
  const all = [...t.stripe.all.values()]
  const intents = all.filter(
    (one) =>
      one.object === 'payment_intent' &&
      (one.metadata as Record<string, string>).piecework_invoice === id,
  )
  const refunds = all.filter(
    (one) => one.object === 'refund' && intents.some((intent) => intent.id === one.payment_intent),
  )
  const total = (ones: Record<string, unknown>[]) =>
    ones.reduce((sum, one) => sum + Number(one.amount), 0)
  return total(intents) - total(refunds)
}

test('after any concurrent actions the books equal those of Stripe', async () => {
  const rounds = fc.array(fc.array(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(rounds, async (story) => {
      const invoice = await invoiceWithMethod()
      const events: Record<string, unknown>[] = []
      const actions = actorFor(invoice, (event) => events.push(event, event))
      for (const round of story) {
        const told = events.splice(0).reverse()
        await Promise.all([
          ...round.map((action) => actions[action]()),
          ...told.map((event) => deliver(t, event)),
        ])
      }
      t.stripe.loseAnswers('', 0)
      await Promise.all(events.map((event) => deliver(t, event)))
      for (let sweep = 0; sweep < 3; sweep += 1) await actions.sweep()
      const [row] = await t.books.rows(
        `select (coalesce(sum(amount - amount_refunded) filter
             (where provider is not null and status = 'succeeded'), 0) * 100)::text as cents,
           count(*) filter (where status = 'pending')::int as pending
         from payments where invoice_id = $1`,
        [invoice.id],
      )
      expect({ cents: Number(row.cents), pending: row.pending }).toEqual({
        cents: atStripe(invoice),
        pending: 0,
      })
      expect((await t.books.refunds(invoice)).filter(({ status }) => status === 'pending')).toEqual(
        [],
      )
      expect(
        (await t.books.sessions(invoice)).filter(({ status }) => status === 'open').length,
      ).toBeLessThanOrEqual(1)
      await expectBooksToBalance(t)
    }),
    { numRuns: 40 },
  )
  // Verify that the random actions reached the rare cases.
  const [seen] = await t.books.rows(`
    select count(*) filter (where reason like 'Returned%')::int as surplus,
      count(*) filter (where status = 'succeeded')::int as refunds from refunds`)
  expect(seen.surplus).toBeGreaterThan(0)
  expect(seen.refunds).toBeGreaterThan(seen.surplus)
})
