import { createRequire } from 'node:module'
import { OpenAIInstrumentation } from '@opentelemetry/instrumentation-openai'
import { drain, inRun, RUN, startTracing } from '../tracing.mjs'

export function cases(collector) {
  const { flush } = startTracing(collector, { instrumentations: [new OpenAIInstrumentation()] })
  const { default: OpenAI } = createRequire(import.meta.url)('openai')
  const client = new OpenAI({ apiKey: 'none' })
  const messages = [{ role: 'user', content: 'Weather in Oslo?' }]
  const options = { stream: true, stream_options: { include_usage: true } }
  return {
    chat: async () => {
      await inRun(RUN, async () => {
        await client.chat.completions.create({ model: 'gpt-4o', messages })
        await drain(
          await client.chat.completions.create({ model: 'gpt-5-mini', messages, ...options }),
        )
        await client.embeddings.create({ model: 'text-embedding-3-small', input: 'Oslo' })
      })
      await flush()
    },
    responses: async () => {
      await inRun(RUN, async () => {
        await client.responses.create({ model: 'gpt-5-mini', input: 'Weather in Oslo?' })
        await drain(
          await client.responses.create({ model: 'gpt-5-mini', input: 'Oslo?', stream: true }),
        )
      })
      await flush()
    },
  }
}
