/**
 * Model providers as their SDKs look from outside, without an account. Replace what an example takes from
 * here by the real thing: `import OpenAI from 'openai'` or `import { generateText } from 'ai'`.
 */
import { createServer } from 'node:http'

/**
 * A provider on this machine, which answers chats as OpenAI does, and gets busy with `refuse this`. Every
 * prompt counts as `inputTokens` and its own words.
 */
async function startProvider(inputTokens) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { model, messages } = JSON.parse(body)
    const prompt = messages.map(({ content }) => content).join('\n')
    response.writeHead(prompt.includes('refuse this') ? 500 : 200, {
      'content-type': 'application/json',
    })
    const words = prompt.split(/\s+/).length
    response.end(
      JSON.stringify({
        model,
        choices: [
          { message: { role: 'assistant', content: `Answer to: ${messages.at(-1).content}` } },
        ],
        usage: {
          prompt_tokens: inputTokens + words,
          completion_tokens: 150,
          total_tokens: inputTokens + 150 + words,
          prompt_tokens_details: { cached_tokens: 800 },
          completion_tokens_details: { reasoning_tokens: 64 },
        },
      }),
    )
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The provider alone does not keep the example running.
  server.unref()
  return `http://127.0.0.1:${server.address().port}`
}

/** What is used of `new OpenAI()`. */
export async function openAi({ inputTokens = 1000 } = {}) {
  const url = await startProvider(inputTokens)
  const create = async (body, { signal } = {}) => {
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const sent = { method: 'POST', headers, body: JSON.stringify(body), signal }
    const response = await fetch(url, sent)
    if (!response.ok) throw new Error(`The model answered ${response.status}`)
    return response.json()
  }
  return { chat: { completions: { create } } }
}

/** What is used of the AI SDK: `generateText` calls the model again until it needs no more tools. */
export async function aiSdk() {
  const openai = await openAi()
  const generateText = async ({ model, prompt, steps = 2 }) => {
    const done = []
    for (let step = 1; step <= steps; step++) {
      const messages = [{ role: 'user', content: `${prompt} (step ${step})` }]
      const { choices, usage } = await openai.chat.completions.create({ model, messages })
      const { cached_tokens: cacheReadTokens } = usage.prompt_tokens_details
      const inputTokens = usage.prompt_tokens
      done.push({
        text: choices[0].message.content,
        response: { modelId: model },
        usage: {
          inputTokens,
          inputTokenDetails: { noCacheTokens: inputTokens - cacheReadTokens, cacheReadTokens },
          outputTokens: usage.completion_tokens,
          totalTokens: usage.total_tokens,
        },
      })
    }
    return { text: done.at(-1).text, steps: done }
  }
  return { generateText }
}
