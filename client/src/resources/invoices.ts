import type {
  InvoiceGenerate,
  InvoiceSend,
  InvoiceVoid,
  PaymentCreate,
  RefundCreate,
} from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

type LineEventsQuery = Query<'/v1/invoices/{invoiceId}/lines/{lineId}/events'>
type MailQuery = Query<'/v1/invoices/{invoiceId}/mail'>
type MailDocumentQuery = Query<'/v1/invoices/{invoiceId}/mail/document'>

export const invoicesOf = (http: Http) => ({
  list: (query?: Query<'/v1/invoices'>, options?: RequestOptions) =>
    http.list('/v1/invoices', { query, ...options }),
  /** Number of invoices for each status. */
  counts: (query?: Query<'/v1/invoices/counts'>, options?: RequestOptions) =>
    http.get('/v1/invoices/counts', { query, ...options }),
  get: (invoiceId: string, options?: RequestOptions) =>
    http.get('/v1/invoices/{invoiceId}', { path: { invoiceId }, ...options }),
  /** Creates a draft, or recomputes an existing one. */
  generate: (body: InvoiceGenerate, options?: WriteOptions) =>
    http.post('/v1/invoices/generate', { body, ...options }),
  /** Computes the same invoice without storing it. */
  preview: (body: InvoiceGenerate, options?: WriteOptions) =>
    http.post('/v1/invoices/preview', { body, ...options }),
  /** Emails the invoice; a draft becomes issued. */
  send: (invoiceId: string, body: InvoiceSend = {}, options?: WriteOptions) =>
    http.post('/v1/invoices/{invoiceId}/send', { path: { invoiceId }, body, ...options }),
  void: (invoiceId: string, body: InvoiceVoid = {}, options?: WriteOptions) =>
    http.post('/v1/invoices/{invoiceId}/void', { path: { invoiceId }, body, ...options }),
  /** The steps that lead to the amount of a line, and the usage behind it. */
  explainLine: (invoiceId: string, lineId: string, options?: RequestOptions) =>
    http.get('/v1/invoices/{invoiceId}/lines/{lineId}/explanation', {
      path: { invoiceId, lineId },
      ...options,
    }),
  /** The events behind a line. */
  lineEvents: (
    invoiceId: string,
    lineId: string,
    query?: LineEventsQuery,
    options?: RequestOptions,
  ) =>
    http.list('/v1/invoices/{invoiceId}/lines/{lineId}/events', {
      path: { invoiceId, lineId },
      query,
      ...options,
    }),
  pdf: (invoiceId: string, options?: RequestOptions) =>
    http.bytes('/v1/invoices/{invoiceId}/pdf', { path: { invoiceId }, ...options }),
  /** History of the invoice. */
  timeline: (invoiceId: string, options?: RequestOptions) =>
    http.get('/v1/invoices/{invoiceId}/timeline', { path: { invoiceId }, ...options }),
  /** The email that `send` would send. */
  mail: (invoiceId: string, query?: MailQuery, options?: RequestOptions) =>
    http.get('/v1/invoices/{invoiceId}/mail', { path: { invoiceId }, query, ...options }),
  /** The same email as an HTML page. */
  mailDocument: (invoiceId: string, query?: MailDocumentQuery, options?: RequestOptions) =>
    http.text('/v1/invoices/{invoiceId}/mail/document', { path: { invoiceId }, query, ...options }),
  payments: (invoiceId: string, options?: RequestOptions) =>
    http.get('/v1/invoices/{invoiceId}/payments', { path: { invoiceId }, ...options }),
  /** Records a payment made outside the service, such as a bank transfer. */
  recordPayment: (invoiceId: string, body: PaymentCreate, options?: WriteOptions) =>
    http.post('/v1/invoices/{invoiceId}/payments', { path: { invoiceId }, body, ...options }),
  /** Refunds the rest of the payment, or a part of it. */
  refundPayment: (
    invoiceId: string,
    paymentId: string,
    body: RefundCreate = {},
    options?: WriteOptions,
  ) =>
    http.post('/v1/invoices/{invoiceId}/payments/{paymentId}/refund', {
      path: { invoiceId, paymentId },
      body,
      ...options,
    }),
})
