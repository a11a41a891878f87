import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import * as traceloop from '@traceloop/node-server-sdk'
import * as anthropicSdk from 'anthropic-sdk-0'
import OpenAI from 'openai'
import { drain } from '../tracing.mjs'

export function cases(collector) {
  traceloop.initialize({
    appName: 'support-bot',
    apiKey: 'none',
    exporter: new OTLPTraceExporter({ url: `${collector.url}/v1/traces` }),
    instrumentModules: { openAI: OpenAI, anthropic: anthropicSdk },
    silenceInitializationMessage: true,
    traceloopSyncEnabled: false,
  })
  const client = new OpenAI({ apiKey: 'none' })
  const anthropic = new anthropicSdk.Anthropic({ apiKey: 'none' })
  const messages = [{ role: 'user', content: 'Weather in Oslo?' }]
  const options = { stream: true, stream_options: { include_usage: true } }
  const inWorkflow = (work) =>
    traceloop.withAssociationProperties({ user_id: 'user-7', customer_id: 'acme' }, () =>
      traceloop.withWorkflow({ name: 'answer_ticket' }, () =>
        traceloop.withAgent({ name: 'support_agent' }, work),
      ),
    )
  return {
    openai: async () => {
      await inWorkflow(async () => {
        await client.chat.completions.create({ model: 'gpt-4o', messages })
        await drain(
          await client.chat.completions.create({ model: 'gpt-5-mini', messages, ...options }),
        )
        await client.responses.create({ model: 'gpt-5-mini', input: 'Weather in Oslo?' })
      })
      await traceloop.forceFlush()
    },
    anthropic: async () => {
      const body = { model: 'claude-sonnet-4-5-20250929', max_tokens: 200, messages }
      await inWorkflow(async () => {
        await anthropic.messages.create(body)
        await drain(await anthropic.messages.create({ ...body, stream: true }))
      })
      await traceloop.forceFlush()
    },
  }
}
