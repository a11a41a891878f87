import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { html } from '../../platform/http/html.ts'
import type { GuessLimit } from '../../platform/http/limits/guess-limit.ts'
import { createUseLimit } from '../../platform/http/limits/use-limit.ts'
import { getInvoiceDocument } from '../delivery/documents/document.ts'
import { type PdfRenderer, pdfFileName } from '../delivery/documents/pdf/pdf.ts'
import { paymentUrl } from '../invoices/pay-link/pay-link.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { answerErrorsWithPages } from './pages/failure.ts'
import { sendInvoicePage } from './pages/invoice-page.ts'
import { linksOf, receiptPart } from './pages/invoice-part.ts'
import { sendClosed, sendNotPaid, sendUnknown } from './pages/states.ts'
import { followPaymentLink, readPaidLink, readPaymentLink } from './payment-link.ts'
import { isPrefetch } from './prefetch.ts'

/** Routes of the payment link in emails. They are not part of the API reference. */
export const payRoutes: FastifyPluginAsyncTypebox<
  PaymentDeps & { guessLimit: GuessLimit; pdf: PdfRenderer }
> = async (app, deps) => {
  answerErrorsWithPages(app)
  await app.register(documentRoutes, deps)
  app.get(
    '/pay/:paymentToken',
    {
      config: { scope: 'public' },
      schema: {
        hide: true,
        params: Type.Object({ paymentToken: Type.String() }),
        querystring: Type.Object({ from: Type.Optional(Type.String()) }),
      },
    },
    async (request, reply) => {
      const { paymentToken } = request.params
      const { from } = request.query
      const link = await lookOf(request, from)(deps, paymentToken)
      switch (link.kind) {
        case 'unknown':
          deps.guessLimit.refuse(request)
          return sendUnknown(reply)
        case 'closed':
          return sendClosed(reply, link.why, link, { more: await receiptPart(deps, link.invoice) })
        case 'opened':
          return reply.header('cache-control', 'no-store').redirect(link.url, 303)
        case 'payable': {
          if (isPrefetch(request)) {
            return reply.code(204).header('cache-control', 'no-store').send()
          }
          const again = paymentUrl(deps.config, link.invoice)
          if (from !== 'checkout') return sendNotPaid(reply, link, again)
          // The customer returned before the notification: do not offer a second checkout page at
          // once.
          const more = html`<a class="button" href="">Check again</a>
<p class="small">You have not paid? <a href="${again}">Pay now</a></p>`
          return sendClosed(reply, 'processing', link, { more })
        }
      }
    },
  )
}

/** Chooses how to read the link: a prefetch must neither open a checkout page nor wait. */
function lookOf(request: FastifyRequest, from: string | undefined) {
  if (isPrefetch(request)) return readPaymentLink
  if (from === 'checkout') return readPaidLink
  return from === undefined ? followPaymentLink : readPaymentLink
}

const documentSchema = { hide: true, params: Type.Object({ paymentToken: Type.String() }) }
/** Browsers may request a PDF several times to display it once. */
const PDFS_A_MINUTE = 20
const documentConfig = { scope: 'public' as const }

/** Routes of the invoice itself, for anyone with the emailed link. */
const documentRoutes: FastifyPluginAsyncTypebox<
  PaymentDeps & { guessLimit: GuessLimit; pdf: PdfRenderer }
> = async (app, deps) => {
  const { db, config } = deps
  const options = { config: documentConfig, schema: documentSchema }
  const pdfLimit = createUseLimit(
    PDFS_A_MINUTE,
    'This PDF was requested too often; retry later',
    deps.now,
  )
  app.get('/pay/:paymentToken/invoice', options, async (request, reply) => {
    const link = await readPaymentLink(deps, request.params.paymentToken)
    if (link.kind === 'unknown') {
      deps.guessLimit.refuse(request)
      return sendUnknown(reply)
    }
    const { invoice, parties } = link
    if (invoice.status === 'draft') return sendClosed(reply, 'draft', link)
    const document = await getInvoiceDocument(db, config, invoice)
    return sendInvoicePage(reply, document, { parties, links: linksOf(config, invoice) })
  })
  app.get('/pay/:paymentToken/invoice.pdf', options, async (request, reply) => {
    const link = await readPaymentLink(deps, request.params.paymentToken)
    if (link.kind === 'unknown') {
      deps.guessLimit.refuse(request)
      return sendUnknown(reply)
    }
    if (link.invoice.status === 'draft') return sendClosed(reply, 'draft', link)
    pdfLimit.count(link.invoice.id)
    const document = await getInvoiceDocument(db, config, link.invoice)
    return reply
      .headers({
        'content-disposition': `inline; filename="${pdfFileName(document)}"`,
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex, nofollow',
      })
      .type('application/pdf')
      .send(await deps.pdf.render(document))
  })
}
