import type {
  InvoiceGenerate,
  InvoiceSend,
  InvoiceVoid,
  PaymentCreate,
  RefundCreate,
} from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

type MailQuery = Query<'/v1/invoices/{invoiceId}/mail'>
type MailDocumentQuery = Query<'/v1/invoices/{invoiceId}/mail/document'>

export const invoicesOf = (http: Http) => ({
  list: (query?: Query<'/v1/invoices'>, options?: RequestOptions) =>
    http.list('/v1/invoices', { query, ...options }),
  /** How many there are of each status. */
  counts: (query?: Query<'/v1/invoices/counts'>, options?: RequestOptions) =>
    http.get('/v1/invoices/counts', { query, ...options }),
  get: (invoiceId: string, options?: RequestOptions) =>
    http.get('/v1/invoices/{invoiceId}', { path: { invoiceId }, ...options }),
  /** Makes a draft, or computes it again. */
  generate: (body: InvoiceGenerate, options?: WriteOptions) =>
    http.post('/v1/invoices/generate', { body, ...options }),
  /** The same invoice, without keeping it. */
  preview: (body: InvoiceGenerate, options?: WriteOptions) =>
    http.post('/v1/invoices/preview', { body, ...options }),
  /** Mails it; a draft becomes issued. */
  send: (invoiceId: string, body: InvoiceSend = {}, options?: WriteOptions) =>
    http.post('/v1/invoices/{invoiceId}/send', { path: { invoiceId }, body, ...options }),
  void: (invoiceId: string, body: InvoiceVoid = {}, options?: WriteOptions) =>
    http.post('/v1/invoices/{invoiceId}/void', { path: { invoiceId }, body, ...options }),
  pdf: (invoiceId: string, options?: RequestOptions) =>
    http.bytes('/v1/invoices/{invoiceId}/pdf', { path: { invoiceId }, ...options }),
  /** What happened to it. */
  timeline: (invoiceId: string, options?: RequestOptions) =>
    http.get('/v1/invoices/{invoiceId}/timeline', { path: { invoiceId }, ...options }),
  /** The mail that `send` would send. */
  mail: (invoiceId: string, query?: MailQuery, options?: RequestOptions) =>
    http.get('/v1/invoices/{invoiceId}/mail', { path: { invoiceId }, query, ...options }),
  /** The same mail as a page of HTML. */
  mailDocument: (invoiceId: string, query?: MailDocumentQuery, options?: RequestOptions) =>
    http.text('/v1/invoices/{invoiceId}/mail/document', { path: { invoiceId }, query, ...options }),
  payments: (invoiceId: string, options?: RequestOptions) =>
    http.get('/v1/invoices/{invoiceId}/payments', { path: { invoiceId }, ...options }),
  /** Writes down a payment that came by another way, such as a transfer. */
  recordPayment: (invoiceId: string, body: PaymentCreate, options?: WriteOptions) =>
    http.post('/v1/invoices/{invoiceId}/payments', { path: { invoiceId }, body, ...options }),
  /** Gives back all that is left of the payment, or a part of it. */
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
