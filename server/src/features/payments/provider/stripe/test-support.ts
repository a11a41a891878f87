import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Stripe from 'stripe'
import type { TestApp } from '../../../../../test/support/app.ts'

type Fields = Record<string, unknown>
type Form = Record<string, string>
export type Request = {
  method: string
  path: string
  form: Form
  idempotencyKey: string | undefined
}
type Answer = { status: number; body: Fields }
type Call = { form: Form; id: string; query: URLSearchParams }

export const WEBHOOK_SECRET = 'whsec_test_secret'
export const SECRET_KEY = 'sk_test_123'

/**
 * A fake Stripe server that speaks its wire format: form-encoded bodies, JSON answers, Stripe's
 * error texts. It repeats the first answer to an idempotency key. It can lose answers to completed
 * work.
 */
export async function startStripe() {
  const requests: Request[] = []
  const answers = new Map<string, { fingerprint: string; answer: Answer }>()
  const objects = createObjects()
  let toLose = { path: '', count: 0 }

  const server = createServer((request, response) => {
    void serve(request, response)
  })

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', 'http://stripe')
    const form: Form = Object.fromEntries(new URLSearchParams(await textOf(request)))
    const method = request.method ?? ''
    const key = request.headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : undefined
    requests.push({ method, path: url.pathname, form, idempotencyKey })
    const answer =
      request.headers.authorization === `Bearer ${SECRET_KEY}`
        ? once(idempotencyKey, `${url.pathname} ${JSON.stringify(form)}`, () =>
            objects.call(`${method} ${url.pathname}`, { form, query: url.searchParams }),
          )
        : refusal(401, 'Invalid API Key provided')
    if (toLose.count > 0 && toLose.path === url.pathname) {
      toLose.count -= 1
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  }

  function once(key: string | undefined, fingerprint: string, work: () => Answer): Answer {
    if (key === undefined) return work()
    const first = answers.get(key)
    if (first && first.fingerprint !== fingerprint) {
      return refusal(400, 'Keys for idempotent requests', { type: 'idempotency_error' })
    }
    const answer = first?.answer ?? work()
    answers.set(key, { fingerprint, answer })
    return answer
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    ...objects,
    /**
     * Executes the request, then breaks the connection instead of answering. Clients try three
     * times.
     */
    loseAnswers: (path: string, count = 3) => {
      toLose = { path, count }
    },
    /** Simulates the expiry of idempotency keys after a day. */
    forgetKeys: () => answers.clear(),
    posts: (path: string) => requests.filter((one) => one.method === 'POST' && one.path === path),
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const refusal = (status: number, message: string, more: Fields = {}): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...more } },
})

const metadataIn = (form: Form, prefix = 'metadata'): Form =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const field = name.startsWith(`${prefix}[`) ? name.slice(prefix.length + 1, -1) : undefined
      return field === undefined ? [] : [[field, value]]
    }),
  )

/** Stores Stripe's objects and implements its routes. */
function createObjects() {
  const all = new Map<string, Fields>()
  let count = 0
  const keep = (prefix: string, fields: Fields) => {
    count += 1
    const made = { id: `${prefix}_${count}`, created: Math.floor(Date.now() / 1_000), ...fields }
    all.set(made.id, made)
    return made
  }
  const list = (prefix: string, isWanted: (one: Fields) => boolean): Answer => {
    const data = [...all.values()].filter(
      (one) => String(one.id).startsWith(prefix) && isWanted(one),
    )
    return { status: 200, body: { object: 'list', data, has_more: false, url: '/' } }
  }
  const found = (id: string): Answer => {
    const one = all.get(id)
    return one ? { status: 200, body: one } : refusal(404, `No such object: ${id}`)
  }
  const method = (id: string): Fields => ({
    id,
    object: 'payment_method',
    type: 'card',
    created: Math.floor(Date.now() / 1_000),
    card: { brand: 'visa', last4: '4242' },
  })
  const detached = new Set<string>()

  const routes: [RegExp, (call: Call) => Answer][] = [
    [
      /^POST \/v1\/checkout\/sessions$/,
      ({ form }) => {
        const currency = String(form['line_items[0][price_data][currency]'])
        const amount = Number(form['line_items[0][price_data][unit_amount]'])
        if (/^(kwd|bhd|jod|omr|tnd)$/.test(currency) && amount % 10 !== 0) {
          return refusal(400, 'Invalid amount')
        }
        if (form.customer === 'cus_deleted') {
          const message = 'No such customer: cus_deleted'
          return refusal(400, message, { code: 'resource_missing', param: 'customer' })
        }
        if (form.mode === 'setup') {
          const session = keep('cs_test', {
            object: 'checkout.session',
            mode: 'setup',
            status: 'open',
            setup_intent: null,
            customer: form.customer ?? null,
            metadata: metadataIn(form),
          })
          const url = `https://checkout.stripe.test/c/${session.id}`
          return { status: 200, body: Object.assign(session, { url }) }
        }
        const session = keep('cs_test', {
          object: 'checkout.session',
          status: 'open',
          payment_status: 'unpaid',
          payment_intent: null,
          amount_total: amount,
          currency,
          customer: form.customer ?? null,
          expires_at: Number(form.expires_at),
          metadata: metadataIn(form),
          intent_metadata: metadataIn(form, 'payment_intent_data[metadata]'),
        })
        const url = `https://checkout.stripe.test/c/${session.id}`
        return { status: 200, body: Object.assign(session, { url }) }
      },
    ],
    [
      /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/,
      ({ id }) => {
        const session = all.get(id)
        if (session?.status !== 'open') return refusal(400, 'Only open sessions can be expired')
        return { status: 200, body: Object.assign(session, { status: 'expired', url: null }) }
      },
    ],
    [/^GET \/v1\/checkout\/sessions\/(\w+)$/, ({ id }) => found(id)],
    [/^GET \/v1\/setup_intents\/(\w+)$/, ({ id }) => found(id)],
    [
      /^POST \/v1\/payment_methods\/(\w+)\/detach$/,
      ({ id }) => {
        if (detached.has(id)) return refusal(400, 'The payment method is not attached')
        detached.add(id)
        return { status: 200, body: method(id) }
      },
    ],
    [
      /^POST \/v1\/payment_intents$/,
      ({ form }) => {
        const id = String(form.payment_method)
        const outcome = id.replace(/^pm_/, '')
        const intent = keep('pi', {
          object: 'payment_intent',
          status: outcome === 'processing' ? 'processing' : 'succeeded',
          amount: Number(form.amount),
          amount_received: Number(form.amount),
          currency: form.currency,
          customer: form.customer,
          metadata: metadataIn(form),
          payment_method: method(id),
        })
        if (outcome !== 'declined') return { status: 200, body: intent }
        const message = 'Your card was declined.'
        const error = { type: 'card_error', code: 'card_declined', message }
        Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error })
        return { status: 402, body: { error: { ...error, payment_intent: intent } } }
      },
    ],
    [/^GET \/v1\/payment_intents\/(\w+)$/, ({ id }) => found(id)],
    [
      /^GET \/v1\/payment_intents$/,
      ({ query }) => list('pi_', (one) => one.customer === query.get('customer')),
    ],
    [
      /^POST \/v1\/refunds$/,
      ({ form }) => {
        const intent = all.get(String(form.payment_intent))
        if (!intent) return refusal(404, `No such payment_intent: ${form.payment_intent}`)
        const amount = Number(form.amount)
        const earlier = [...all.values()].filter(
          (one) => one.object === 'refund' && one.payment_intent === intent.id,
        )
        const refunded = earlier.reduce((sum, one) => sum + Number(one.amount), 0)
        if (refunded + amount > Number(intent.amount))
          return refusal(400, 'Greater than unrefunded')
        const refund = keep('re', {
          object: 'refund',
          status: 'succeeded',
          amount,
          currency: intent.currency,
          payment_intent: intent.id,
          metadata: metadataIn(form),
        })
        return { status: 200, body: refund }
      },
    ],
    [/^GET \/v1\/refunds\/(\w+)$/, ({ id }) => found(id)],
    [
      /^GET \/v1\/refunds$/,
      ({ query }) => list('re_', (one) => one.payment_intent === query.get('payment_intent')),
    ],
  ]

  return {
    all,
    detached,
    call: (name: string, call: Omit<Call, 'id'>): Answer => {
      for (const [pattern, answer] of routes) {
        const match = pattern.exec(name)
        if (match) return answer({ ...call, id: match[1] ?? '' })
      }
      return refusal(404, `Unrecognized request URL (${name})`)
    },
    /** Simulates a customer who pays on Stripe's page; returns both objects in their new state. */
    payPage: (sessionId: string, methodId = 'pm_card') => {
      const session = all.get(sessionId)
      if (session?.status !== 'open') throw new Error(`${sessionId} takes no money`)
      const customer = session.customer ?? `cus_${sessionId}`
      const intent = keep('pi', {
        object: 'payment_intent',
        status: 'succeeded',
        amount: session.amount_total,
        amount_received: session.amount_total,
        currency: session.currency,
        customer,
        metadata: session.intent_metadata,
        payment_method: method(methodId),
      })
      const paid = { status: 'complete', payment_status: 'paid', url: null }
      Object.assign(session, { ...paid, payment_intent: intent.id, customer })
      return { session, intent }
    },
    /** Simulates a customer who saves a method on Stripe's page. */
    saveOnPage: (sessionId: string, methodId: string) => {
      const session = all.get(sessionId)
      if (session?.status !== 'open') throw new Error(`${sessionId} saves nothing`)
      const customer = session.customer ?? `cus_${sessionId}`
      const intent = keep('seti', {
        object: 'setup_intent',
        status: 'succeeded',
        customer,
        payment_method: method(methodId),
      })
      return Object.assign(session, { status: 'complete', setup_intent: intent.id, customer })
    },
    /** Simulates a refund made in Stripe's dashboard. */
    refundInDashboard: (intent: Fields, amount: number) =>
      keep('re', {
        object: 'refund',
        status: 'succeeded',
        amount,
        currency: intent.currency,
        payment_intent: intent.id,
        metadata: {},
      }),
  }
}

let events = 0

/** Builds an event as Stripe sends it. */
export function eventOf(type: string, object: Fields) {
  events += 1
  const created = Math.floor(Date.now() / 1_000)
  return {
    id: `evt_${events}`,
    object: 'event',
    api_version: null,
    type,
    created,
    data: { object },
  }
}

type Delivery = { secret?: string; timestamp?: number; body?: string; signs?: string }

/** Delivers an event to the app with a Stripe signature, for any timestamp, even an invalid one. */
export function deliver(t: TestApp, event: Fields, options: Delivery = {}) {
  const { secret = WEBHOOK_SECRET, timestamp, signs: payload = JSON.stringify(event) } = options
  const { body = payload } = options
  const signature =
    timestamp === undefined
      ? Stripe.webhooks.generateTestHeaderString({ payload, secret })
      : `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`
  return t.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload: body,
  })
}
