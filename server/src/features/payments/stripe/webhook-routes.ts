import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AppError } from '../../../platform/errors.ts'
import type { PaymentDeps } from '../deps.ts'
import { handleNotification } from '../notifications.ts'

/** Where Stripe tells what happened; the signature is over the bytes as they came. */
export const stripeWebhookRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (app, deps) => {
  const { payments } = deps
  if (payments?.name !== 'stripe') return
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post(
    '/webhooks/stripe',
    { config: { access: 'public', idempotencyHeader: false }, schema: { hide: true } },
    async (request) => {
      const { body: rawBody, headers } = request
      if (!Buffer.isBuffer(rawBody)) throw new AppError('invalid', 'The body is empty')
      const notification = await payments.readNotification({ rawBody, headers })
      if (notification) await handleNotification(deps, notification)
      return { received: true }
    },
  )
}
