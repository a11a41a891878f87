/** The same calls with each version of the AI SDK: a tool loop, a stream, an embedding. */
import { drain, inRun, startTracing } from './tracing.mjs'

const telemetry = {
  isEnabled: true,
  functionId: 'answer-ticket',
  metadata: {
    'piecework.customer': 'acme',
    'piecework.signal': 'ticket-resolved',
    userId: 'user-7',
  },
}

export function aiSdkCases(
  collector,
  { sdk, createOpenAI, createAnthropic, createGoogle, processor },
) {
  const { flush } = startTracing(collector, { processor })
  const { generateText, streamText, embed, tool, jsonSchema } = sdk
  const schema = jsonSchema({ type: 'object', properties: { city: { type: 'string' } } })
  const weather = tool({
    description: 'Weather of a city',
    parameters: schema,
    inputSchema: schema,
    execute: async () => 'sunny',
  })
  const steps = { maxSteps: 3, stopWhen: ({ steps: done }) => done.length >= 3 }
  const prompt = 'Weather in Oslo?'
  const options = { experimental_telemetry: telemetry, prompt, maxRetries: 0 }
  const openai = createOpenAI({ apiKey: 'none' })
  const anthropic = createAnthropic({ apiKey: 'none' })
  const made = {
    openai: async () => {
      await generateText({ model: openai('gpt-5-mini'), tools: { weather }, ...steps, ...options })
      await drain(streamText({ model: openai.chat('gpt-4o'), ...options }).textStream)
      const model = (openai.embedding ?? openai.textEmbeddingModel)('text-embedding-3-small')
      await embed({ model, value: 'Oslo', experimental_telemetry: telemetry })
      await flush()
    },
    anthropic: async () => {
      await inRun({ 'piecework.agent': 'support-agent' }, async () => {
        const model = anthropic('claude-sonnet-4-5-20250929')
        await generateText({ model, tools: { weather }, ...steps, ...options })
        await drain(streamText({ model, ...options }).textStream)
      })
      await flush()
    },
  }
  if (createGoogle) {
    made.google = async () => {
      const model = createGoogle({ apiKey: 'none' })('gemini-2.5-flash')
      await generateText({ model, ...options })
      await drain(streamText({ model, ...options }).textStream)
      await flush()
    }
  }
  return made
}
