import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Counter, type Registry } from 'prom-client'
import { AppError } from '../../../platform/errors.ts'
import type { PaymentDeps } from '../deps.ts'
import { handleNotification } from './handle-notification.ts'

/** Receives Stripe's webhook calls. The signature covers the body bytes exactly as received. */
export const stripeWebhookRoutes: FastifyPluginAsyncTypebox<
  PaymentDeps & { registry: Registry }
> = async (app, deps) => {
  const { payments, registry } = deps
  if (payments?.name !== 'stripe') return
  const notifications = createWebhookCounter(registry)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post(
    '/webhooks/stripe',
    { config: { scope: 'public', idempotencyHeader: false }, schema: { hide: true } },
    async (request) => {
      const { body: rawBody, headers } = request
      if (!Buffer.isBuffer(rawBody)) throw new AppError('invalid', 'The body is empty')
      try {
        const notification = await payments.readNotification({ rawBody, headers })
        const outcome = notification
          ? await handleNotification(deps, notification, rawBody)
          : 'ignored'
        notifications.inc({ provider: 'stripe', outcome })
      } catch (error) {
        const isRefused = error instanceof AppError && error.kind === 'invalid'
        notifications.inc({ provider: 'stripe', outcome: isRefused ? 'refused' : 'failed' })
        throw error
      }
      return { received: true }
    },
  )
}

function createWebhookCounter(registry: Registry) {
  return new Counter({
    name: 'piecework_webhooks_total',
    help: 'Notifications of payment providers by what became of them; failed ones are sent again',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  })
}
