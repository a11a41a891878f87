/** A support agent on the OpenAI SDK: one event for each ticket, whatever it took to resolve it. */
import { openAiChatTokens, Piecework } from '@piecework/client'
import { openAi } from '../fake-provider.mjs'

const openai = await openAi() // new OpenAI()
const piecework = new Piecework({
  recording: {
    onLost: ({ reason, error, records }) =>
      console.error(`${records.length} records lost (${reason}): ${error.message}`),
  },
})

const TICKETS = [
  { id: 'ticket-1', customer: 'acme', question: 'How do I reset my password?' },
  { id: 'ticket-2', customer: 'globex', question: 'Where is my invoice?' },
  { id: 'ticket-3', customer: 'acme', question: 'refuse this' },
]

/** Calls the model and writes down what the call used. */
async function ask(job, content) {
  const model = 'gpt-4o'
  const completion = await openai.chat.completions.create({
    model,
    messages: [{ role: 'user', content }],
  })
  job.add({ model, modelProvider: 'openai', ...openAiChatTokens(completion) })
  return completion.choices[0].message.content
}

const resolve = ({ id, customer, question }) =>
  piecework.run(
    {
      customer,
      agent: 'support-agent',
      signal: 'ticket-resolved',
      // A ticket that comes twice is billed once. The prefix keeps other programs from using its key.
      idempotencyKey: `openai-agent:${id}`,
      metadata: { ticket: id },
    },
    async (job) => {
      const query = await ask(job, 'What should be searched for?')
      job.add({ model: 'tavily-search', modelProvider: 'tavily', quantity: 1 })
      return ask(job, `${question}\n${query}`)
    },
  )

for (const ticket of TICKETS) {
  try {
    console.log(`${ticket.id}: ${(await resolve(ticket)).split('\n')[0]}`)
  } catch (error) {
    // What the ticket used is recorded all the same, and nothing is billed for it.
    console.log(`${ticket.id}: failed, ${error.message}`)
  }
}

await piecework.close()
const { recorded, stored, lost } = piecework.counts
console.log(`recorded ${recorded}, stored ${stored}, lost ${lost}`)
