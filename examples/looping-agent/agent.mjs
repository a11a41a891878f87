/** An agent that does not find its way out of a loop. It stops at 5 USD, in the middle of its run. */
import { GuardBlocked, openAiChatTokens, Piecework } from '@piecework/client'
import { openAi } from '../fake-provider.mjs'

const openai = await openAi({ inputTokens: 100_000 }) // new OpenAI()
const piecework = new Piecework()
const CUSTOMER = 'looping-customer'

/** Creates the customer and its limit of 5 USD a day, unless a previous run of this example did. */
async function setLimit() {
  const known = await piecework.budgets.list({ search: 'Loops' })
  if (known.totalResults > 0) return known.results[0]
  const name = 'Customer of a looping agent'
  await piecework.customers.create({ name, externalId: CUSTOMER })
  return piecework.budgets.create({
    name: 'Loops, 5 USD a day',
    customerExternalId: CUSTOMER,
    measure: 'cost',
    amount: '5.00',
    period: 'day',
    action: 'block',
  })
}

const budget = await setLimit()
let steps = 0
try {
  await piecework.guard.run(
    {
      customer: CUSTOMER,
      agent: 'coding-agent',
      signal: 'bug-fixed',
      // What a run usually costs, and what a step costs at most.
      estimatedCostUsd: '1.00',
      nextCostUsd: '0.30',
      whenUndecided: 'stop',
    },
    async (run) => {
      for (;;) {
        const model = 'gpt-4o'
        const messages = [{ role: 'user', content: 'Read the whole repository. Is the bug fixed?' }]
        // A call that is under way ends too when the run is stopped.
        const { signal } = run
        const completion = await openai.chat.completions.create({ model, messages }, { signal })
        steps += 1
        await run.spent({ model, modelProvider: 'openai', ...openAiChatTokens(completion) })
        // The agent never believes that it is done.
        if (completion.choices[0].message.content.includes('Yes, it is fixed')) break
      }
      run.done()
    },
  )
} catch (error) {
  if (!(error instanceof GuardBlocked)) throw error
  console.log(`stopped after ${steps} steps: ${error.message}`)
  console.log(`more is allowed from ${error.resetsAt}`)
}

const { spent, held, limit } = await piecework.budgets.status(budget.id)
console.log(`spent ${spent} USD of ${limit}, held ${held}`)
await piecework.close()
