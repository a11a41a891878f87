import { createRequire } from 'node:module'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { OpenAIInstrumentation } from '@opentelemetry/instrumentation-openai'
import { inRun, RUN, startTracing } from '../tracing.mjs'

// Bytes are not scrubbed, so that nothing of the machine may be in them.
process.env.OTEL_NODE_RESOURCE_DETECTORS = 'env'

export function cases(collector) {
  const { flush } = startTracing(collector, {
    exporter: new OTLPTraceExporter({ url: `${collector.url}/v1/traces` }),
    instrumentations: [new OpenAIInstrumentation()],
  })
  const { default: OpenAI } = createRequire(import.meta.url)('openai')
  const client = new OpenAI({ apiKey: 'none' })
  const messages = [{ role: 'user', content: 'Weather in Oslo?' }]
  return {
    chat: async () => {
      await inRun(RUN, () => client.chat.completions.create({ model: 'gpt-4o', messages }))
      await flush()
    },
  }
}
