/**
 * The names that sources give to what a span or log record says about usage and identity. Of each
 * field the first name with a valid value counts. A source that is not listed is read if it uses one
 * of these names.
 */

/** Where names were read: a recorded payload, or a document or source with its version and date. */
export const SOURCES = {
  otel: 'OpenTelemetry semantic conventions, docs/registry/attributes/gen-ai.md, v1.27.0 (2024-08-03) to v1.44.0 (2026-08-04); counts of v1.26.0 (2024-05-21)',
  genai:
    'OpenTelemetry GenAI semantic conventions, docs/gen-ai/gen-ai-spans.md, commit 002c8a6e (2026)',
  openai:
    'OpenTelemetry semantic conventions, docs/registry/attributes/openai.md, v1.30.0 (2025-01-24) to v1.44.0 (2026-08-04)',
  openInference:
    'OpenInference, spec/semantic_conventions.md, commit 1fe497f1 (2026-08-21); recorded from @arizeai/openinference-instrumentation-openai 4.2.7',
  aiSdk: 'recorded from ai 4.3.19, 5.0.277, 6.0.326, and 7.0.173 with @ai-sdk/otel 1.0.173',
  openLlmetry:
    'OpenLLMetry, opentelemetry-semantic-conventions-ai, semconv_ai/__init__.py, commit 93429cfb (2026-06-28); recorded from @traceloop/node-server-sdk 0.27.0',
  openLlmetryOld: 'OpenLLMetry-js, ai-semantic-conventions before 0.5 (2024)',
  openLit: 'OpenLIT, sdk/python/src/openlit/semcov/__init__.py, 1.45.0 (2026-08-03)',
  langfuse: 'recorded from @langfuse/openai and @langfuse/otel 5.11.1',
  langfuseServer:
    'Langfuse, packages/shared/src/server/otel/OtelIngestionProcessor.ts, commit 62751446 (2026-08-22)',
  liteLlm: 'LiteLLM, litellm/integrations/opentelemetry.py, commit 00145a6c (2026)',
  anthropicSdk: 'recorded from @anthropic-ai/sdk 1.14.0, which traces its own calls',
  claudeCode: 'recorded from @anthropic-ai/claude-code 2.1.197',
  codex:
    'recorded from @openai/codex 0.171.0; openai/codex, codex-rs/otel/src/otel_event_manager.rs, commit 0857bdb1 (2025)',
  geminiCli: 'Gemini CLI, docs/cli/telemetry.md, commit 5411f113 (2026-08-21)',
  adk: 'Google ADK, src/google/adk/telemetry/tracing.py, commit 0798a74d (2025), and its changes up to 2.3 (2026)',
  piecework: 'Piecework, docs/traces-sources.md',
} as const
type Source = keyof typeof SOURCES

/** One spelling of a field, and where it was read. */
export type Spelling = { name: string; readIn: string }

function read(source: Source, ...names: readonly string[]): Spelling[] {
  return names.map((name) => ({ name, readIn: SOURCES[source] }))
}

/** Spellings of the model of a call. A model that answered comes before one that was asked for. */
export const MODEL = [
  ...read('otel', 'gen_ai.response.model'),
  ...read('aiSdk', 'ai.response.model'),
  ...read('openInference', 'llm.response.model_name', 'llm.model_name'),
  ...read('langfuse', 'langfuse.observation.model.name'),
  ...read('openInference', 'embedding.model_name'),
  ...read('otel', 'gen_ai.request.model'),
  ...read('aiSdk', 'ai.model.id'),
  ...read('openInference', 'llm.request.model_name'),
  ...read('openLlmetryOld', 'llm.response.model', 'llm.request.model'),
]

/** LiteLLM answers with the name of a group of models; it asks the provider for one of them. */
export const LITELLM_MODEL = read('liteLlm', 'gen_ai.request.model')

export const PROVIDER = [
  ...read('otel', 'gen_ai.provider.name'),
  ...read('openInference', 'llm.provider'),
  ...read('otel', 'gen_ai.system'),
  ...read('aiSdk', 'ai.model.provider'),
  ...read('openInference', 'llm.system'),
  ...read('openLlmetryOld', 'llm.vendor'),
]

/** Spellings of the counts of tokens of a call. */
export const TOKENS = {
  input: [
    ...read('otel', 'gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'),
    ...read('aiSdk', 'ai.usage.inputTokens', 'ai.usage.promptTokens'),
    ...read('openInference', 'llm.token_count.prompt'),
    ...read('openLlmetryOld', 'llm.usage.prompt_tokens'),
    // Embeddings have one count.
    ...read('aiSdk', 'ai.usage.tokens'),
  ],
  output: [
    ...read('otel', 'gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'),
    ...read('aiSdk', 'ai.usage.outputTokens', 'ai.usage.completionTokens'),
    ...read('openInference', 'llm.token_count.completion'),
    ...read('openLlmetryOld', 'llm.usage.completion_tokens'),
  ],
  total: [
    ...read('openLlmetry', 'gen_ai.usage.total_tokens', 'llm.usage.total_tokens'),
    ...read('aiSdk', 'ai.usage.totalTokens'),
    ...read('openInference', 'llm.token_count.total'),
  ],
  cacheRead: [
    ...read('otel', 'gen_ai.usage.cache_read.input_tokens'),
    ...read('openLlmetry', 'gen_ai.usage.cache_read_input_tokens'),
    ...read('aiSdk', 'ai.usage.inputTokenDetails.cacheReadTokens', 'ai.usage.cachedInputTokens'),
    ...read('openInference', 'llm.token_count.prompt_details.cache_read'),
    ...read('openLit', 'gen_ai.usage.prompt_tokens_details.cached_tokens'),
    ...read('langfuseServer', 'gen_ai.usage.details.cache_read_tokens'),
  ],
  cacheWrite: [
    ...read('otel', 'gen_ai.usage.cache_creation.input_tokens'),
    ...read('anthropicSdk', 'gen_ai.usage.cache_write.input_tokens'),
    ...read('openLlmetry', 'gen_ai.usage.cache_creation_input_tokens'),
    ...read('aiSdk', 'ai.usage.inputTokenDetails.cacheWriteTokens'),
    ...read('openInference', 'llm.token_count.prompt_details.cache_write'),
    ...read('openLit', 'gen_ai.usage.prompt_tokens_details.cache_creation_tokens'),
    ...read('langfuseServer', 'gen_ai.usage.details.cache_write_tokens'),
  ],
  cacheWrite1h: read('anthropicSdk', 'anthropic.usage.cache_creation.ephemeral_1h_input_tokens'),
  reasoning: [
    ...read('genai', 'gen_ai.usage.reasoning.output_tokens'),
    ...read('openLlmetry', 'gen_ai.usage.reasoning_tokens', 'llm.usage.reasoning_tokens'),
    ...read('aiSdk', 'ai.usage.outputTokenDetails.reasoningTokens', 'ai.usage.reasoningTokens'),
    ...read('openInference', 'llm.token_count.completion_details.reasoning'),
    ...read('openLit', 'gen_ai.usage.completion_tokens_details.reasoning_tokens'),
    ...read('adk', 'gen_ai.usage.experimental.reasoning_tokens'),
    ...read('langfuseServer', 'gen_ai.usage.details.reasoning_tokens'),
  ],
} satisfies Record<string, readonly Spelling[]>

/** Spellings of USD that the source computed for the call. */
export const COST = [
  ...read('openLit', 'gen_ai.usage.cost'),
  ...read('liteLlm', 'gen_ai.cost.total_cost', 'litellm.cost.total'),
  ...read('openInference', 'llm.cost.total'),
]

/** The tier of the answer comes before the tier that was asked for. */
export const SERVICE_TIER = [
  ...read('openai', 'openai.response.service_tier', 'gen_ai.openai.response.service_tier'),
  ...read('anthropicSdk', 'anthropic.response.service_tier'),
  ...read('openai', 'openai.request.service_tier', 'gen_ai.openai.request.service_tier'),
]

/** JSON text with the usage that the provider reported, beside the counts of the span. */
export const AI_SDK_METADATA = read('aiSdk', 'ai.response.providerMetadata')
/** JSON text with each kind of token apart, and with costs. */
export const LANGFUSE_USAGE = read('langfuse', 'langfuse.observation.usage_details')
export const LANGFUSE_COST = read('langfuse', 'langfuse.observation.cost_details')
/** JSON text with the key of LiteLLM's own cache, if it answered from there. */
export const LITELLM_HIDDEN = read('liteLlm', 'hidden_params')
/** The usage that the provider reported, as Python writes it. */
export const LITELLM_USAGE = read('liteLlm', 'metadata.usage_object')

/** Names of the host that was called, which distinguishes providers with the API of OpenAI. */
export const SERVER = read('otel', 'server.address')

/** Attributes by which a span says that it is one call of a model, and their values. */
export const CALL_KINDS: readonly (Spelling & { values: readonly string[] })[] = [
  ...withValues(read('otel', 'gen_ai.operation.name'), [
    'chat',
    'text_completion',
    'generate_content',
  ]),
  ...withValues(read('openInference', 'openinference.span.kind'), ['LLM', 'EMBEDDING']),
  ...withValues(read('langfuse', 'langfuse.observation.type'), ['generation', 'embedding']),
  ...withValues(read('openLlmetry', 'llm.request.type'), ['chat', 'completion']),
]

function withValues(spellings: readonly Spelling[], values: readonly string[]) {
  return spellings.map((spelling) => ({ ...spelling, values }))
}

/** Names for customer, agent, signal, quantity and evidence that are made for it. */
export const DECLARED = {
  customer: 'piecework.customer',
  agent: 'piecework.agent',
  signal: 'piecework.signal',
  quantity: 'piecework.quantity',
  evidenceUrl: 'piecework.evidence_url',
  evidence: 'piecework.evidence',
} as const

/** Prefixes that SDKs put before the names of metadata that a program sets. */
export const METADATA_PREFIXES = [
  ...read('piecework', ''),
  ...read('aiSdk', 'ai.telemetry.metadata.', 'ai.settings.context.'),
  ...read('langfuse', 'langfuse.trace.metadata.', 'langfuse.observation.metadata.'),
  ...read('openLlmetry', 'traceloop.association.properties.'),
  ...read('openInference', 'metadata.'),
]

/** Names that merely suggest a customer: one that the operator's program knows as such. */
export const SUGGESTED_CUSTOMER = [
  ...read('otel', 'enduser.id'),
  ...read('liteLlm', 'metadata.user_api_key_end_user_id'),
]

/** Names that merely suggest an agent. */
export const SUGGESTED_AGENT = [
  ...read('otel', 'gen_ai.agent.name'),
  ...read('openInference', 'agent.name'),
  ...read('aiSdk', 'ai.telemetry.functionId'),
]

/** The name of a program, which is its agent if nothing else names one. */
export const SERVICE = read('otel', 'service.name')

/** Names of the session of a log record that belongs to no trace. */
export const SESSION = [
  ...read('otel', 'session.id', 'gen_ai.conversation.id'),
  ...read('codex', 'conversation.id'),
]

/**
 * Libraries that count cached tokens beside the input tokens, by the name of their scope. All others
 * count them as a part, unless their counts show that they do not.
 */
export const CACHED_BESIDE = new Set(
  [
    // Recorded: input 1028, cache_read 544, cache_creation 252 for 1824 tokens.
    ...read('openLlmetry', '@traceloop/instrumentation-anthropic'),
    // bedrock/span_utils.py: inputTokens and cacheReadInputTokens of Converse.
    ...read('openLlmetry', 'opentelemetry.instrumentation.bedrock'),
    // anthropic/utils.py and bedrock/utils.py.
    ...read('openLit', 'openlit.instrumentation.anthropic', 'openlit.instrumentation.bedrock'),
    // claude_agent_sdk/_wrappers.py, and attributes/invoke-model-response-attributes.ts.
    ...read(
      'openInference',
      'openinference.instrumentation.claude_agent_sdk',
      '@arizeai/openinference-instrumentation-bedrock',
    ),
  ].map(({ name }) => name),
)

/** Libraries that count the tokens of reasoning beside the output tokens. */
export const REASONING_BESIDE = new Set(
  [
    ...read('adk', 'gcp.vertex.agent'),
    // google_generativeai/span_utils.py: candidates_token_count; only the total has the thoughts.
    ...read('openLlmetry', 'opentelemetry.instrumentation.google_generativeai'),
  ].map(({ name }) => name),
)

/** One kind of log record that is a call of a model. */
export type LogCall = {
  /** The name of the event, or the body of older versions. */
  events: readonly string[]
  /** The start of the name of the scope. */
  scope: string
  model: string
  input: string
  output: string
  cacheRead: string
  cacheWrite?: string
  isCacheBeside: boolean
  /** Counted beside the output. */
  reasoning?: string
  /** Counted beside the input. */
  toolInput?: string
  cost?: string
  /** `fast` is a tier of its own. */
  speed?: string
  session: string
  /** The id of the call at the provider. */
  call?: string
  readIn: string
}

/** Programs that send a log record for each call. Their spans repeat these records. */
export const LOG_CALLS: readonly LogCall[] = [
  {
    events: ['claude_code.api_request', 'api_request'],
    scope: 'com.anthropic.claude_code',
    model: 'model',
    input: 'input_tokens',
    output: 'output_tokens',
    cacheRead: 'cache_read_tokens',
    cacheWrite: 'cache_creation_tokens',
    isCacheBeside: true,
    cost: 'cost_usd',
    speed: 'speed',
    session: 'session.id',
    call: 'request_id',
    readIn: SOURCES.claudeCode,
  },
  {
    events: ['codex.sse_event'],
    scope: 'codex',
    // Only the last of several events of an answer has counts.
    model: 'model',
    input: 'input_token_count',
    output: 'output_token_count',
    cacheRead: 'cached_token_count',
    cacheWrite: 'cache_write_token_count',
    isCacheBeside: false,
    session: 'conversation.id',
    readIn: SOURCES.codex,
  },
  {
    events: ['gemini_cli.api_response'],
    scope: 'gemini-cli',
    model: 'model',
    input: 'input_token_count',
    output: 'output_token_count',
    cacheRead: 'cached_content_token_count',
    isCacheBeside: false,
    reasoning: 'thoughts_token_count',
    toolInput: 'tool_token_count',
    session: 'session.id',
    readIn: SOURCES.geminiCli,
  },
]
