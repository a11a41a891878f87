/**
 * Type tests of the API as its callers see it. Only the compiler checks them; nothing runs.
 * Compilation fails when a response loses its name or its type.
 */
import { expectTypeOf } from 'vitest'
import type {
  Error as ApiError,
  components,
  Invoice,
  InvoiceLine,
  InvoiceList,
  InvoiceStatus,
  operations,
  paths,
  Refund,
  UsageBatchResult,
  UsageFailure,
  UsageSuccess,
} from './api.gen.ts'

type Schemas = components['schemas']
type Method = 'get' | 'post' | 'patch' | 'delete'
type At<Whole, Key> = Key extends keyof Whole ? Whole[Key] : never
type Json<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never
type Answers<Operation> = Operation extends { responses: infer Responses } ? Responses : never
type Answer<Operation> = Json<At<Answers<Operation>, 200 | 201 | 202>>
type Refusal<Operation> = Json<At<Answers<Operation>, 400 | 401 | 403 | 404 | 409 | 422 | 429>>
type SentBody<Operation> = Operation extends { requestBody?: infer Body }
  ? Json<NonNullable<Body>>
  : never
type Sent<Operation> = (Operation extends { parameters: infer Parameters }
  ? Omit<Parameters, 'cookie'>
  : never) &
  ([SentBody<Operation>] extends [never] ? unknown : { body: SentBody<Operation> })
type Result<Operation> =
  | { ok: true; body: Answer<Operation> }
  | { ok: false; body: Refusal<Operation> }

/** Models a request of a client that knows only the generated types. */
declare function send<Path extends keyof paths, Verb extends Method & keyof paths[Path]>(
  method: Verb,
  path: Path,
  request: Sent<paths[Path][Verb]>,
): Promise<Result<paths[Path][Verb]>>

export async function recordUsage(): Promise<void> {
  const record = {
    customerExternalId: 'acme',
    agentCode: 'support-agent',
    signalName: 'ticket-resolved',
    services: [{ model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1200 }],
    metadata: { ticket: 4711, tags: ['vip'] },
  }
  const { ok, body } = await send('post', '/v1/usage/record', { body: { records: [record] } })
  if (!ok) return
  expectTypeOf(body).toEqualTypeOf<UsageBatchResult>()
  for (const stored of body.results.success) {
    expectTypeOf(stored).toEqualTypeOf<UsageSuccess>()
    expectTypeOf(stored.totalCostUsd).toBeString()
    expectTypeOf(stored.duplicate).toEqualTypeOf<true | undefined>()
  }
  for (const failed of body.results.failed) {
    expectTypeOf(failed).toEqualTypeOf<UsageFailure>()
    expectTypeOf(failed.stored).toBeBoolean()
  }
  // @ts-expect-error a record names its customer
  await send('post', '/v1/usage/record', { body: { records: [{ agentCode: 'support-agent' }] } })
}

export async function listInvoices(): Promise<void> {
  const { ok, body } = await send('get', '/v1/invoices', {
    query: { status: ['issued', 'overdue'], limit: 50 },
  })
  if (!ok) return
  expectTypeOf(body).toEqualTypeOf<InvoiceList>()
  expectTypeOf(body.hasMore).toBeBoolean()
  for (const invoice of body.data) {
    expectTypeOf(invoice.total).toBeNumber()
    // A newer service may answer with a status that this version does not know.
    expectTypeOf(invoice.status).toEqualTypeOf<InvoiceStatus | (string & {})>()
  }
  // @ts-expect-error there is no such status
  await send('get', '/v1/invoices', { query: { status: ['open'] } })
}

export async function generateAndRead(): Promise<void> {
  const made = await send('post', '/v1/invoices/generate', {
    header: { 'Idempotency-Key': 'acme-2026-03' },
    body: { customerId: '…', subscriptionId: '…' },
  })
  if (!made.ok) return
  expectTypeOf(made.body).toEqualTypeOf<Invoice>()
  const invoiceId = made.body.id
  const { ok, body: invoice } = await send('get', '/v1/invoices/{invoiceId}', {
    path: { invoiceId },
  })
  if (!ok) return
  expectTypeOf(invoice).toEqualTypeOf<Invoice>()
  for (const line of invoice.lineItems) {
    expectTypeOf(line).toEqualTypeOf<InvoiceLine>()
    expectTypeOf(line.amount).toBeNumber()
  }
  // @ts-expect-error an invoice is read by its id
  await send('get', '/v1/invoices/{invoiceId}', {})
}

export async function refund(invoiceId: string, paymentId: string): Promise<string> {
  const { ok, body } = await send('post', '/v1/invoices/{invoiceId}/payments/{paymentId}/refund', {
    path: { invoiceId, paymentId },
    body: { amount: '12.50', reason: 'Billed twice' },
  })
  if (ok) {
    expectTypeOf(body).toEqualTypeOf<Refund>()
    return `refunded ${body.amount}`
  }
  expectTypeOf(body).toEqualTypeOf<ApiError>()
  expectTypeOf(body.message).toEqualTypeOf<string | string[]>()
  return `${body.statusCode} ${body.code} in ${body.param ?? 'the request'}: ${body.requestId}`
}

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Named<Body> = {
  [Name in keyof Schemas]: Equal<Schemas[Name], Body> extends true ? Name : never
}[keyof Schemas]
type Item<Body> = Body extends readonly (infer One)[] ? One : Body
type Nameless<Body> = [Body] extends [never]
  ? false
  : [Named<Item<Body>>] extends [never]
    ? true
    : false
type WithNameless<Part extends 'answer' | 'request' | 'refusal'> = {
  [Name in keyof operations]: true extends Nameless<
    {
      answer: Answer<operations[Name]>
      request: SentBody<operations[Name]>
      refusal: Refusal<operations[Name]>
    }[Part]
  >
    ? Name
    : never
}[keyof operations]

// Every request and response body has a name, in lists too.
expectTypeOf<WithNameless<'answer'>>().toBeNever()
expectTypeOf<WithNameless<'request'>>().toBeNever()
expectTypeOf<WithNameless<'refusal'>>().toBeNever()

type UnknownFields<Schema> = Schema extends readonly (infer Item)[]
  ? UnknownFields<Item>
  : Schema extends object
    ? { [Field in keyof Schema]-?: unknown extends Schema[Field] ? Field : never }[keyof Schema]
    : never
type WithUnknown = {
  [Name in keyof Schemas]: [UnknownFields<Schemas[Name]>] extends [never] ? never : Name
}[keyof Schemas]

// The caller decides what these two contain; every other type is known.
expectTypeOf<WithUnknown>().toEqualTypeOf<'JsonObject' | 'JsonValue'>()
