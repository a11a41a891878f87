import { Counter, type Registry } from 'prom-client'
import type { AttemptResult } from '../deliveries/delivery.ts'

export type WebhookMetrics = { countAttempt: (outcome: { result: AttemptResult }) => void }

/** Counts the attempts of this process by their result. */
export function createWebhookMetrics(registry: Registry): WebhookMetrics {
  const attempts = new Counter({
    name: 'piecework_webhook_attempts_total',
    help: 'Requests to webhook endpoints by their result',
    labelNames: ['result'],
    registers: [registry],
  })
  return { countAttempt: ({ result }) => attempts.inc({ result }) }
}
