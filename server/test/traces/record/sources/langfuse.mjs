import { observeOpenAI } from '@langfuse/openai'
import { LangfuseSpanProcessor } from '@langfuse/otel'
import { propagateAttributes, startActiveObservation } from '@langfuse/tracing'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { NodeSDK } from '@opentelemetry/sdk-node'
import OpenAI from 'openai'
import { drain } from '../tracing.mjs'

export function cases(collector) {
  const processor = new LangfuseSpanProcessor({
    publicKey: 'none',
    secretKey: 'none',
    baseUrl: collector.url,
    exporter: new OTLPTraceExporter({ url: `${collector.url}/v1/traces` }),
  })
  new NodeSDK({ spanProcessors: [processor] }).start()
  const client = observeOpenAI(new OpenAI({ apiKey: 'none' }))
  const messages = [{ role: 'user', content: 'Weather in Oslo?' }]
  const options = { stream: true, stream_options: { include_usage: true } }
  const attributes = {
    userId: 'acme',
    sessionId: 'session-1',
    metadata: { 'piecework.signal': 'ticket-resolved' },
  }
  return {
    openai: async () => {
      await startActiveObservation('answer-ticket', async () => {
        await propagateAttributes(attributes, async () => {
          await client.chat.completions.create({ model: 'gpt-4o', messages })
          await drain(
            await client.chat.completions.create({ model: 'gpt-5-mini', messages, ...options }),
          )
          await client.responses.create({ model: 'gpt-5-mini', input: 'Weather in Oslo?' })
        })
      })
      await processor.forceFlush()
    },
    generation: async () => {
      await startActiveObservation(
        'claude-call',
        async (generation) => {
          const response = await fetch('https://api.anthropic.com/v1/messages', {
            method: 'POST',
            body: JSON.stringify({ model: 'claude-sonnet-4-5-20250929', messages }),
          })
          const { model, usage } = await response.json()
          // The way that Langfuse documents for Anthropic: each kind apart.
          generation.update({
            model,
            usageDetails: {
              input: usage.input_tokens,
              output: usage.output_tokens,
              cache_read_input_tokens: usage.cache_read_input_tokens,
              cache_creation_input_tokens: usage.cache_creation_input_tokens,
            },
            costDetails: { total: 0.0123 },
          })
        },
        { asType: 'generation' },
      )
      await processor.forceFlush()
    },
  }
}
