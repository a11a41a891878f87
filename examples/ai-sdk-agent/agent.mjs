/** A research agent on the Vercel AI SDK: its steps are calls of one job. */
import { aiSdkTokens, Piecework } from '@piecework/client'
import { aiSdk } from '../fake-provider.mjs'

const { generateText } = await aiSdk() // import { generateText } from 'ai'
const piecework = new Piecework()

const report = await piecework.run(
  { customer: 'acme', agent: 'research-agent', signal: 'report-written' },
  async (job) => {
    const { text, steps } = await generateText({
      model: 'gpt-4o',
      prompt: 'Write a report on the market of umbrellas',
      steps: 3,
    })
    // Each step is one call: long prompts have a price of their own, which a sum would hide.
    for (const { response, usage } of steps) {
      job.add({ model: response.modelId, modelProvider: 'openai', ...aiSdkTokens(usage) })
    }
    // Bill for pages rather than for the report: the signal's units are yours to define.
    job.quantity = 4
    return text
  },
)

console.log(report)
await piecework.close()
console.log(`run recorded with ${piecework.counts.stored} event`)
