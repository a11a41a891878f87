import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendCsv, wantsCsv } from '../../platform/http/csv/csv.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { withCustomerId } from '../customers/named-customer.ts'
import type { PaymentDeps } from './deps.ts'
import { exportPayments, listPaymentsOfAll, PAYMENT_TABLE } from './list.ts'
import { listInvoicePayments, recordPayment } from './record-payment.ts'
import { refundPayment } from './refunds/refund.ts'
import {
  InvoiceParams,
  OptionalRefundCreate,
  Payment,
  PaymentCreate,
  PaymentList,
  PaymentListQuery,
  PaymentParams,
  PaymentsOfInvoice,
  Refund,
} from './schemas.ts'

const tags = ['Payments']

export const paymentRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (app, deps) => {
  app.get(
    '/v1/payments',
    {
      config: { permission: 'read', csv: [PAYMENT_TABLE] },
      schema: {
        tags,
        operationId: 'listPayments',
        summary: 'List the payments of all invoices',
        description:
          'Each with its refunds; includes failed payments, with the reason. Latest first: by ' +
          'payment date, or by the date of the attempt if not paid. As CSV, all of them, most ' +
          'recently created first.',
        querystring: PaymentListQuery,
        response: { 200: PaymentList, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const query = await withCustomerId(deps.db, organizationId, request.query)
      return wantsCsv(request)
        ? sendCsv(reply, exportPayments(deps.db, organizationId, query))
        : listPaymentsOfAll(deps.db, organizationId, query)
    },
  )
  app.get(
    '/v1/invoices/:invoiceId/payments',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listInvoicePayments',
        summary: 'List the payments of an invoice',
        description: 'With their refunds; includes failed payments, with the reason.',
        params: InvoiceParams,
        response: { 200: PaymentsOfInvoice },
      },
    },
    (request) =>
      listInvoicePayments(deps.db, {
        organizationId: organizationOf(request),
        id: request.params.invoiceId,
      }),
  )
  app.post(
    '/v1/invoices/:invoiceId/payments',
    {
      config: { permission: 'record_payments' },
      schema: {
        tags,
        operationId: 'recordPayment',
        summary: 'Record a payment',
        description:
          'For money received outside the checkout page, such as a bank transfer. The invoice ' +
          'is paid once nothing is due any more. A payment above the amount due is rejected.',
        params: InvoiceParams,
        body: PaymentCreate,
        response: {
          201: Payment,
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.invoiceId }
      const payment = await recordPayment(deps, key, request.body)
      return reply.code(201).send(payment)
    },
  )
  app.post(
    '/v1/invoices/:invoiceId/payments/:paymentId/refund',
    {
      config: { permission: 'refund' },
      schema: {
        tags,
        operationId: 'refundPayment',
        summary: 'Refund a payment',
        description:
          'Refunds the whole payment, or a part of it. A payment taken by the payment provider ' +
          'is refunded through it; the refund is `pending` until the provider has answered. ' +
          'You return the money of a manually recorded payment yourself. An invoice whose ' +
          'payments are all refunded becomes `refunded`.',
        params: PaymentParams,
        body: OptionalRefundCreate,
        response: { 201: Refund },
      },
    },
    async (request, reply) => {
      const { invoiceId, paymentId } = request.params
      const organizationId = organizationOf(request)
      const input = request.body ?? {}
      const refund = await refundPayment(deps, { organizationId, invoiceId, paymentId, input })
      return reply.code(201).send(refund)
    },
  )
}
