/**
 * An agent with the AI SDK that answers one ticket in two steps, and exports its trace as any program with
 * OpenTelemetry does: the variables of its environment decide where, how and with which key. Only the
 * model is a fake, which reports fixed tokens.
 */
import { OpenTelemetry } from '@ai-sdk/otel'
import { trace } from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { generateText, isStepCount, jsonSchema, registerTelemetry, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'

const sdk = new NodeSDK()
sdk.start()
registerTelemetry(new OpenTelemetry())

const tokens = (input: number, output: number) => ({
  inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: output, text: output, reasoning: undefined },
})

const model = new MockLanguageModelV4({
  provider: 'openai.chat',
  modelId: 'gpt-4o',
  doGenerate: [
    {
      content: [
        { type: 'tool-call', toolCallId: 'call-1', toolName: 'order', input: '{"id":"4711"}' },
      ],
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage: tokens(1_000, 20),
      warnings: [],
    },
    {
      content: [{ type: 'text', text: 'It was delivered.' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: tokens(1_100, 40),
      warnings: [],
    },
  ],
})

const order = tool({
  description: 'Looks up an order',
  inputSchema: jsonSchema({ type: 'object', properties: { id: { type: 'string' } } }),
  execute: async () => 'delivered',
})

const run = {
  'piecework.customer': 'acme',
  'piecework.agent': 'support-agent',
  'piecework.signal': 'ticket-resolved',
}

await trace
  .getTracer('support-bot')
  .startActiveSpan('answer ticket', { attributes: run }, async (span) => {
    const prompt = 'Where is order 4711?'
    await generateText({ model, prompt, tools: { order }, stopWhen: isStepCount(3) })
    span.end()
  })
await sdk.shutdown()
