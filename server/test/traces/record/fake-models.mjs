/**
 * The APIs of OpenAI, Anthropic and Google's Gemini with made-up answers and known token counts.
 * `answer(request)` takes a `Request` and returns a `Response`. `calls` has the usage of each call
 * that was answered, in the fields of a usage record: cached tokens are part of the input tokens,
 * reasoning is part of the output tokens.
 */
import { createServer } from 'node:http'

export const calls = []

let counter = 0

/** Distinct counts for each call, so that a sum shows which calls are in it. */
function nextCounts() {
  counter += 1
  return {
    uncached: 1000 + counter * 7,
    cacheRead: 500 + counter * 11,
    cacheWrite: 200 + counter * 13,
    written1h: 100,
    answered: 80 + counter * 3,
    reasoning: 30 + counter,
  }
}

/** Records a call. Zero counts are left out. */
function report(call) {
  calls.push(Object.fromEntries(Object.entries(call).filter(([, value]) => value !== 0)))
}

const json = (body, headers = {}) => Response.json(body, { headers })

/** `named`: each event also has its name on a line of its own. */
function stream(events, { named = false, done = false, headers = {} } = {}) {
  const text = events
    .map((data) => `${named ? `event: ${data.type}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
    .join('')
  return new Response(text + (done ? 'data: [DONE]\n\n' : ''), {
    headers: { 'content-type': 'text/event-stream', ...headers },
  })
}

const DATED = { 'gpt-4o': 'gpt-4o-2024-08-06', 'gpt-5-mini': 'gpt-5-mini-2025-08-07' }

function openAiChat(body) {
  const { uncached, cacheRead, answered, reasoning } = nextCounts()
  const model = DATED[body.model] ?? body.model
  const prompt = uncached + cacheRead
  const completion = answered + reasoning
  const usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cacheRead, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
  }
  report({
    provider: 'openai',
    model,
    inputTokens: prompt,
    outputTokens: completion,
    cacheReadTokens: cacheRead,
  })
  const isTool = body.tools?.length > 0 && !body.messages.some(({ role }) => role === 'tool')
  const tool = body.tools?.[0]?.function?.name
  const toolCall = {
    id: `call_${counter}`,
    type: 'function',
    function: { name: tool, arguments: '{"city":"Oslo"}' },
  }
  const head = { id: `chatcmpl-${counter}`, created: 1_780_000_000, model, service_tier: 'default' }
  const message = isTool
    ? { role: 'assistant', content: null, tool_calls: [toolCall] }
    : { role: 'assistant', content: 'Sunny.' }
  const finish = isTool ? 'tool_calls' : 'stop'
  if (!body.stream) {
    const choices = [{ index: 0, message, finish_reason: finish, logprobs: null }]
    return json({ ...head, object: 'chat.completion', choices, usage })
  }
  const chunk = (delta, finish_reason = null) => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason, logprobs: null }],
  })
  const chunks = [
    chunk(isTool ? { ...message, tool_calls: [{ index: 0, ...toolCall }] } : message),
    chunk({}, finish),
  ]
  if (body.stream_options?.include_usage) {
    chunks.push({ ...head, object: 'chat.completion.chunk', choices: [], usage })
  }
  return stream(chunks, { done: true })
}

function openAiEmbeddings(body) {
  const { uncached } = nextCounts()
  report({ provider: 'openai', model: body.model, inputTokens: uncached, outputTokens: 0 })
  const usage = { prompt_tokens: uncached, total_tokens: uncached }
  const inputs = Array.isArray(body.input) ? body.input : [body.input]
  const embedding =
    body.encoding_format === 'base64'
      ? Buffer.from(new Float32Array([0.5, 0.25]).buffer).toString('base64')
      : [0.5, 0.25]
  const data = inputs.map((_, index) => ({ object: 'embedding', index, embedding }))
  return json({ object: 'list', data, model: body.model, usage })
}

function openAiResponses(body) {
  const { uncached, cacheRead, answered, reasoning } = nextCounts()
  const model = DATED[body.model] ?? body.model
  const input = uncached + cacheRead
  const output = answered + reasoning
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  }
  report({
    provider: 'openai',
    model,
    inputTokens: input,
    outputTokens: output,
    cacheReadTokens: cacheRead,
  })
  const items = Array.isArray(body.input) ? body.input : []
  const isTool =
    body.tools?.[0]?.type === 'function' &&
    body.tools[0].name === 'weather' &&
    !items.some(({ type }) => type === 'function_call_output')
  const part = { type: 'output_text', text: 'Sunny.', annotations: [], logprobs: [] }
  const item = isTool
    ? {
        id: `fc_${counter}`,
        type: 'function_call',
        status: 'completed',
        call_id: `call_${counter}`,
        name: body.tools[0].name,
        arguments: '{"city":"Oslo"}',
      }
    : {
        id: `msg_${counter}`,
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [part],
      }
  const response = {
    id: `resp_${counter}`,
    object: 'response',
    created_at: 1_780_000_000,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model,
    output: [item],
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    service_tier: 'default',
    usage,
  }
  if (!body.stream) return json(response)
  const started = { ...response, status: 'in_progress', output: [], usage: null }
  const at = { output_index: 0, item_id: item.id }
  const bits = isTool
    ? [
        { type: 'response.function_call_arguments.delta', ...at, delta: item.arguments },
        { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments },
      ]
    : [
        {
          type: 'response.content_part.added',
          ...at,
          content_index: 0,
          part: { ...part, text: '' },
        },
        {
          type: 'response.output_text.delta',
          ...at,
          content_index: 0,
          delta: part.text,
          logprobs: [],
        },
        {
          type: 'response.output_text.done',
          ...at,
          content_index: 0,
          text: part.text,
          logprobs: [],
        },
        { type: 'response.content_part.done', ...at, content_index: 0, part },
      ]
  const events = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...item, status: 'in_progress', ...(isTool ? { arguments: '' } : { content: [] }) },
    },
    ...bits,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ]
  return stream(
    events.map((event, sequence_number) => ({ ...event, sequence_number })),
    { named: true },
  )
}

function anthropicMessages(body) {
  const { uncached, cacheRead, cacheWrite, written1h, answered, reasoning } = nextCounts()
  const output = answered + reasoning
  const usage = {
    input_tokens: uncached,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    cache_creation: {
      ephemeral_5m_input_tokens: cacheWrite - written1h,
      ephemeral_1h_input_tokens: written1h,
    },
    output_tokens: output,
    service_tier: 'standard',
  }
  report({
    provider: 'anthropic',
    model: body.model,
    inputTokens: uncached + cacheRead + cacheWrite,
    outputTokens: output,
    cacheReadTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
    cacheWrite1hTokens: written1h,
  })
  const hasResult = body.messages.some(
    ({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'tool_result'),
  )
  const isTool = body.tools?.[0]?.name === 'weather' && !hasResult
  const block = isTool
    ? { type: 'tool_use', id: `toolu_${counter}`, name: 'weather', input: { city: 'Oslo' } }
    : { type: 'text', text: 'Sunny.' }
  const message = {
    id: `msg_${counter}`,
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: [block],
    stop_reason: isTool ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage,
  }
  if (!body.stream) return json(message, { 'request-id': `req_${counter}` })
  const begun = {
    ...message,
    content: [],
    stop_reason: null,
    usage: { ...usage, output_tokens: 1 },
  }
  const events = [
    { type: 'message_start', message: begun },
    {
      type: 'content_block_start',
      index: 0,
      content_block: isTool ? { ...block, input: {} } : { ...block, text: '' },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: isTool
        ? { type: 'input_json_delta', partial_json: '{"city":"Oslo"}' }
        : { type: 'text_delta', text: 'Sunny.' },
    },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: { output_tokens: output },
    },
    { type: 'message_stop' },
  ]
  return stream(events, { named: true, headers: { 'request-id': `req_${counter}` } })
}

function gemini(model, isStream) {
  const { uncached, cacheRead, answered, reasoning } = nextCounts()
  const prompt = uncached + cacheRead
  const usageMetadata = {
    promptTokenCount: prompt,
    candidatesTokenCount: answered,
    thoughtsTokenCount: reasoning,
    cachedContentTokenCount: cacheRead,
    totalTokenCount: prompt + answered + reasoning,
  }
  report({
    provider: 'google',
    model,
    inputTokens: prompt,
    outputTokens: answered + reasoning,
    cacheReadTokens: cacheRead,
  })
  const content = { role: 'model', parts: [{ text: 'Sunny.' }] }
  const head = { modelVersion: model, responseId: `resp-${counter}` }
  const last = { ...head, candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata }
  if (!isStream) return json(last)
  const first = { ...head, candidates: [{ content, index: 0 }] }
  return stream([
    { ...first, usageMetadata: { promptTokenCount: prompt, totalTokenCount: prompt } },
    last,
  ])
}

/** Answers one request to a model, whatever its host. */
export async function answer(request) {
  const { pathname } = new URL(request.url)
  const ofGemini = /models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(pathname)
  const text = request.method === 'POST' ? await request.text() : ''
  const body = text.startsWith('{') ? JSON.parse(text) : {}
  if (ofGemini) return gemini(ofGemini[1], ofGemini[2] === 'streamGenerateContent')
  if (pathname.endsWith('/chat/completions')) return openAiChat(body)
  if (pathname.endsWith('/embeddings')) return openAiEmbeddings(body)
  if (pathname.endsWith('/responses')) return openAiResponses(body)
  if (pathname.endsWith('/messages')) return anthropicMessages(body)
  return json({ error: { type: 'not_found_error', message: 'not found' } })
}

const HOSTS = new Set(['api.openai.com', 'api.anthropic.com', 'generativelanguage.googleapis.com'])

/** Makes `fetch` of this process answer requests to the providers, without any network. */
export function fakeFetch() {
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    return HOSTS.has(new URL(request.url).host) ? answer(request) : real(input, init)
  }
}

/** Serves the same answers on a port of this machine, for programs of their own. */
export async function serveModels() {
  const server = createServer(async (incoming, outgoing) => {
    const chunks = await Array.fromAsync(incoming)
    const { method, url } = incoming
    const body = method === 'POST' ? Buffer.concat(chunks) : undefined
    const response = await answer(new Request(`http://fake${url}`, { method, body }))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}
