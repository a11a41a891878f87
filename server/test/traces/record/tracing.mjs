/** The tracing that an agent sets up: everything is sent as OTLP when `flush` is called. */
import { trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'

export function startTracing(collector, { instrumentations = [], processor, exporter } = {}) {
  const spanExporter = exporter ?? new OTLPTraceExporter({ url: `${collector.url}/v1/traces` })
  const spanProcessor = processor?.(spanExporter) ?? new BatchSpanProcessor(spanExporter)
  const sdk = new NodeSDK({ spanProcessors: [spanProcessor], instrumentations })
  sdk.start()
  return { flush: () => spanProcessor.forceFlush() }
}

/** Runs `work` in the span of an agent, with the attributes that Piecework documents. */
export function inRun(attributes, work) {
  return trace
    .getTracer('support-bot')
    .startActiveSpan('answer ticket', { attributes }, async (span) => {
      try {
        return await work()
      } finally {
        span.end()
      }
    })
}

export const RUN = {
  'piecework.customer': 'acme',
  'piecework.agent': 'support-agent',
  'piecework.signal': 'ticket-resolved',
  'piecework.quantity': 1,
}

export async function drain(stream) {
  for await (const _ of stream);
}
