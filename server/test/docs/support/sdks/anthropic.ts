/**
 * The part of the package `@anthropic-ai/sdk` that the documentation uses: its names and types,
 * without its provider.
 */

type Usage = {
  input_tokens: number
  output_tokens: number
  cache_read_input_tokens: number | null
  cache_creation_input_tokens: number | null
}
type Message = {
  content: { type: 'text'; text: string }[]
  stop_reason: 'end_turn' | 'max_tokens' | null
  usage: Usage
}
type DeltaUsage = { [Name in keyof Usage]: number | null } & { output_tokens: number }
type Event =
  | { type: 'message_start'; message: Message }
  | { type: 'content_block_delta'; index: number; delta: { type: 'text_delta'; text: string } }
  | { type: 'message_delta'; delta: { stop_reason: Message['stop_reason'] }; usage: DeltaUsage }
  | { type: 'message_stop' }

type Request = {
  model: string
  max_tokens: number
  messages: { role: 'user'; content: string }[]
  stream?: boolean
}

const USAGE: Usage = {
  input_tokens: 176,
  output_tokens: 350,
  cache_read_input_tokens: 1024,
  cache_creation_input_tokens: 0,
}
const TEXT = { type: 'text' as const, text: 'Use the link.' }
const MESSAGE: Message = { content: [TEXT], stop_reason: 'end_turn', usage: USAGE }

function create(request: Request & { stream: true }): Promise<AsyncIterable<Event>>
function create(request: Request): Promise<Message>
async function create({ stream }: Request): Promise<AsyncIterable<Event> | Message> {
  return stream ? events() : MESSAGE
}

/**
 * A message starts with a few output tokens; with some models, later events have no input counts.
 */
async function* events(): AsyncGenerator<Event> {
  const usage = { ...USAGE, output_tokens: 1 }
  yield { type: 'message_start', message: { content: [], stop_reason: null, usage } }
  yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: TEXT.text } }
  const rest = {
    input_tokens: null,
    cache_read_input_tokens: null,
    cache_creation_input_tokens: null,
  }
  const delta = { stop_reason: MESSAGE.stop_reason }
  yield { type: 'message_delta', delta, usage: { ...rest, output_tokens: USAGE.output_tokens } }
  yield { type: 'message_stop' }
}

export default class Anthropic {
  readonly messages = {
    create,
    stream: (_request: Request) => ({ finalMessage: async () => MESSAGE }),
  }
}
