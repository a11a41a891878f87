import { createRequire } from 'node:module'
import { AnthropicInstrumentation } from '@arizeai/openinference-instrumentation-anthropic'
import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai'
import { drain, inRun, RUN, startTracing } from '../tracing.mjs'

export function cases(collector) {
  const openAi = new OpenAIInstrumentation()
  const ofAnthropic = new AnthropicInstrumentation()
  const { flush } = startTracing(collector, { instrumentations: [openAi, ofAnthropic] })
  const require = createRequire(import.meta.url)
  const { default: OpenAI } = require('openai')
  const { default: Anthropic } = require('@anthropic-ai/sdk')
  const client = new OpenAI({ apiKey: 'none' })
  const anthropic = new Anthropic({ apiKey: 'none' })
  const messages = [{ role: 'user', content: 'Weather in Oslo?' }]
  const options = { stream: true, stream_options: { include_usage: true } }
  return {
    openai: async () => {
      await inRun(RUN, async () => {
        await client.chat.completions.create({ model: 'gpt-4o', messages })
        await drain(
          await client.chat.completions.create({ model: 'gpt-5-mini', messages, ...options }),
        )
        await client.responses.create({ model: 'gpt-5-mini', input: 'Weather in Oslo?' })
        await drain(
          await client.responses.create({ model: 'gpt-5-mini', input: 'Oslo?', stream: true }),
        )
        await client.embeddings.create({ model: 'text-embedding-3-small', input: 'Oslo' })
      })
      await flush()
    },
    anthropic: async () => {
      const body = { model: 'claude-sonnet-4-5-20250929', max_tokens: 200, messages }
      await inRun(RUN, async () => {
        await anthropic.messages.create(body)
        await drain(await anthropic.messages.create({ ...body, stream: true }))
      })
      await flush()
    },
  }
}
