/**
 * The part of the package `openai` that the documentation uses: its names and types, without its
 * provider.
 */

type ChatUsage = {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
  prompt_tokens_details?: { cached_tokens?: number }
}
type Completion = { choices: { message: { content: string | null } }[]; usage?: ChatUsage }
type Chunk = { choices: { delta: { content?: string | null } }[]; usage?: ChatUsage | null }

type ChatRequest = {
  model: string
  messages: { role: 'user'; content: string }[]
  stream?: boolean
  stream_options?: { include_usage?: boolean }
}

type ResponsesUsage = {
  input_tokens: number
  output_tokens: number
  total_tokens: number
  input_tokens_details: { cached_tokens: number }
}
type Response = { status: string; output_text: string; usage?: ResponsesUsage }
type ResponseEvent =
  | { type: 'response.created'; response: Response }
  | { type: 'response.output_text.delta'; delta: string }
  | { type: 'response.completed'; response: Response }
  | { type: 'response.incomplete'; response: Response }

type ResponsesRequest = { model: string; input: string; stream?: boolean }

const CHAT_USAGE: ChatUsage = {
  prompt_tokens: 1200,
  completion_tokens: 350,
  total_tokens: 1550,
  prompt_tokens_details: { cached_tokens: 1024 },
}
const RESPONSE: Response = {
  status: 'completed',
  output_text: 'Use the link.',
  usage: {
    input_tokens: 1200,
    output_tokens: 350,
    total_tokens: 1550,
    input_tokens_details: { cached_tokens: 1024 },
  },
}

function createCompletion(request: ChatRequest & { stream: true }): Promise<AsyncIterable<Chunk>>
function createCompletion(request: ChatRequest): Promise<Completion>
async function createCompletion({
  stream,
  stream_options,
}: ChatRequest): Promise<AsyncIterable<Chunk> | Completion> {
  if (stream) return chunks(stream_options?.include_usage === true)
  return { choices: [{ message: { content: 'Use the link.' } }], usage: CHAT_USAGE }
}

async function* chunks(isUsageIncluded: boolean): AsyncGenerator<Chunk> {
  for (const content of ['Use ', 'the link.']) {
    yield { choices: [{ delta: { content } }], ...(isUsageIncluded ? { usage: null } : {}) }
  }
  if (isUsageIncluded) yield { choices: [], usage: CHAT_USAGE }
}

function createResponse(
  request: ResponsesRequest & { stream: true },
): Promise<AsyncIterable<ResponseEvent>>
function createResponse(request: ResponsesRequest): Promise<Response>
async function createResponse({
  stream,
}: ResponsesRequest): Promise<AsyncIterable<ResponseEvent> | Response> {
  return stream ? responseEvents() : RESPONSE
}

async function* responseEvents(): AsyncGenerator<ResponseEvent> {
  yield { type: 'response.created', response: { status: 'in_progress', output_text: '' } }
  yield { type: 'response.output_text.delta', delta: 'Use the link.' }
  yield { type: 'response.completed', response: RESPONSE }
}

export default class OpenAI {
  readonly chat = { completions: { create: createCompletion } }
  readonly responses = { create: createResponse }
}
