import type Stripe from 'stripe'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '../../../../platform/errors.ts'

/**
 * The event fields that are read, and no others: Stripe adds fields freely. A signed event may
 * still be malformed, if the secret leaked, and must not cause an internal error.
 */
const Id = Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' })
const Text = Type.String({ pattern: '^[^\\u0000]*$' })
const Currency = Type.String({ pattern: '^[A-Za-z]{3}$' })
/** The largest timestamp that a `Date` can hold, in seconds. */
const SECONDS_MAX = 8_640_000_000_000
const Units = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const maybe = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]))
const reference = maybe(Type.Union([Id, Type.Object({ id: Id })]))
const metadata = maybe(Type.Record(Type.String(), Text))

const Event = Type.Object({
  id: Id,
  type: Type.String(),
  created: Type.Integer({ minimum: 0, maximum: SECONDS_MAX }),
  data: Type.Object({ object: Type.Object({}) }),
})

const Session = Type.Object({
  metadata,
  payment_intent: reference,
  setup_intent: reference,
  mode: maybe(Text),
  payment_status: maybe(Text),
  amount_total: maybe(Units),
  currency: maybe(Currency),
})

const Intent = Type.Object({
  id: Id,
  metadata,
  status: Text,
  last_payment_error: maybe(Type.Object({ message: Type.Optional(Text) })),
})

const Refund = Type.Object({
  id: Id,
  metadata,
  payment_intent: reference,
  status: maybe(Text),
  failure_reason: maybe(Text),
  amount: Units,
  currency: Currency,
})

const Dispute = Type.Object({
  id: Id,
  payment_intent: reference,
  amount: Units,
  currency: Currency,
})

/** Schema of the object, by prefix of the event type. */
const OBJECTS: readonly (readonly [string, TSchema])[] = [
  ['checkout.session.', Session],
  ['payment_intent.', Intent],
  ['refund.', Refund],
  ['charge.dispute.', Dispute],
]

/** Throws `invalid` if the event lacks a field that is read from it. */
export function checkEvent(event: Stripe.Event): Stripe.Event {
  refuse(Event, event, '')
  const known = OBJECTS.find(([beginning]) => event.type.startsWith(beginning))
  if (known) refuse(known[1], event.data.object, '/data/object')
  return event
}

function refuse(schema: TSchema, value: unknown, path: string): void {
  if (Value.Check(schema, value)) return
  const [problem] = Value.Errors(schema, value)
  const where = `${path}${problem?.instancePath ?? ''}` || 'the body'
  const why = problem?.message ?? 'is not valid'
  throw new AppError('invalid', `The body is not a Stripe event: ${where} ${why}`)
}
