import type { webhooks } from '../api.gen.ts'

type Content<Operation> = Operation extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/**
 * The message of a webhook, by its `type`. A newer service may send types that this client does not
 * know: keep a `default` in a `switch`.
 */
export type WebhookMessage = {
  [Type in keyof webhooks]: Content<webhooks[Type]['post']>
}[keyof webhooks]
