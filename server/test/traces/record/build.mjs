/**
 * Builds the payloads of sources in Python, and of Gemini CLI, from their sources: each attribute is
 * set where the note of the case says. `node build.mjs` writes `../fixtures/<source>/`. Nothing has
 * to be installed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'

const FIXTURES = new URL('../fixtures/', import.meta.url)
const START = 1_780_000_000_000_000_000n

const OPENAI = {
  provider: 'openai',
  model: 'gpt-4o-2024-08-06',
  inputTokens: 1518,
  outputTokens: 114,
  cacheReadTokens: 511,
}
const CLAUDE = {
  provider: 'anthropic',
  model: 'claude-sonnet-4-5-20250929',
  inputTokens: 1855,
  outputTokens: 130,
  cacheReadTokens: 555,
  cacheWriteTokens: 265,
}
const BEDROCK = {
  ...CLAUDE,
  provider: 'aws',
  model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
}
/** 38 of the output tokens are thoughts. */
const GEMINI = {
  provider: 'google',
  model: 'gemini-2.5-flash',
  inputTokens: 1644,
  outputTokens: 142,
  cacheReadTokens: 588,
}
const THOUGHTS = 38
const uncached = ({ inputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 }) =>
  inputTokens - cacheReadTokens - cacheWriteTokens

const anyValue = (value) => {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: value } : { doubleValue: value }
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } }
  return { stringValue: value }
}
const attributesOf = (fields) =>
  Object.entries(fields).map(([key, value]) => ({ key, value: anyValue(value) }))
const hex = (number, length) => number.toString(16).padStart(length, '0')

/** `spans`: a name, its parent by index, its attributes, and its scope if it is another one. */
function traces(scope, version, spans, resource = {}) {
  const made = spans.map(({ name, parent, attributes, kind = 1 }, index) => ({
    traceId: hex(7, 32),
    spanId: hex(index + 1, 16),
    ...(parent !== undefined && { parentSpanId: hex(parent + 1, 16) }),
    name,
    kind,
    startTimeUnixNano: String(START + BigInt(index) * 1_000_000n),
    endTimeUnixNano: String(START + 900_000_000n - BigInt(index) * 1_000_000n),
    attributes: attributesOf(attributes),
    status: {},
  }))
  const scopeSpans = [{ scope: { name: scope, version }, spans: made }]
  const named = { 'service.name': 'support-bot', ...resource }
  return { resourceSpans: [{ resource: { attributes: attributesOf(named) }, scopeSpans }] }
}

function logs(scope, version, records) {
  const logRecords = records.map(({ body, attributes }, index) => ({
    timeUnixNano: String(START + BigInt(index) * 1_000_000n),
    body: { stringValue: body },
    attributes: attributesOf(attributes),
  }))
  const resource = { attributes: attributesOf({ 'service.name': scope }) }
  return {
    resourceLogs: [{ resource, scopeLogs: [{ scope: { name: scope, version }, logRecords }] }],
  }
}

const RUN = {
  'piecework.customer': 'acme',
  'piecework.agent': 'support-agent',
  'piecework.signal': 'ticket-resolved',
  'piecework.quantity': 1,
}

const CASES = {
  // sdk/python/src/openlit/__helpers.py common_span_attributes, instrumentation/openai/utils.py 1048
  // to 1075, instrumentation/anthropic/utils.py 688 to 710; 1.45.0.
  'openlit/openai': {
    calls: [OPENAI],
    traces: traces('openlit.instrumentation.openai', '1.45.0', [
      { name: 'answer ticket', attributes: RUN },
      {
        name: 'chat gpt-4o',
        parent: 0,
        kind: 3,
        attributes: {
          'telemetry.sdk.name': 'openlit',
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'openai',
          'server.address': 'api.openai.com',
          'server.port': 443,
          'gen_ai.request.model': 'gpt-4o',
          'gen_ai.response.model': OPENAI.model,
          'service.name': 'support-bot',
          'gen_ai.request.is_stream': false,
          'gen_ai.usage.input_tokens': OPENAI.inputTokens,
          'gen_ai.usage.output_tokens': OPENAI.outputTokens,
          'gen_ai.client.token.usage': OPENAI.inputTokens + OPENAI.outputTokens,
          'gen_ai.usage.cost': 0.0049,
          'gen_ai.usage.reasoning_tokens': 31,
          'gen_ai.usage.cache_read.input_tokens': OPENAI.cacheReadTokens,
          'gen_ai.usage.cache_creation.input_tokens': 0,
        },
      },
    ]),
  },
  'openlit/anthropic': {
    calls: [CLAUDE],
    traces: traces('openlit.instrumentation.anthropic', '1.45.0', [
      {
        name: `chat ${CLAUDE.model}`,
        kind: 3,
        attributes: {
          'telemetry.sdk.name': 'openlit',
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'anthropic',
          'server.address': 'api.anthropic.com',
          'gen_ai.request.model': CLAUDE.model,
          'gen_ai.response.model': CLAUDE.model,
          'gen_ai.usage.input_tokens': uncached(CLAUDE),
          'gen_ai.usage.output_tokens': CLAUDE.outputTokens,
          'gen_ai.client.token.usage': uncached(CLAUDE) + CLAUDE.outputTokens,
          'gen_ai.usage.cost': 0.0065,
          'gen_ai.usage.cache_read.input_tokens': CLAUDE.cacheReadTokens,
          'gen_ai.usage.cache_creation.input_tokens': CLAUDE.cacheWriteTokens,
        },
      },
    ]),
  },
  // litellm/integrations/opentelemetry.py set_attributes and set_raw_request_attributes. The proxy
  // answers with the name of the group of models, and the usage object is text of Python.
  'litellm/proxy': {
    calls: [CLAUDE],
    traces: traces(
      'litellm',
      '',
      [
        { name: 'Received Proxy Server Request', kind: 2, attributes: {} },
        {
          name: 'litellm_request',
          parent: 0,
          attributes: {
            'metadata.user_api_key_hash':
              '88dc28d0f030c55ed4ab77ed8faf098196cb1c05df778539800c9f1243fe6b4b',
            'metadata.user_api_key_team_id': '',
            'metadata.user_api_key_end_user_id': 'acme',
            'metadata.usage_object': `{'completion_tokens': ${CLAUDE.outputTokens}, 'prompt_tokens': ${CLAUDE.inputTokens}, 'total_tokens': ${CLAUDE.inputTokens + CLAUDE.outputTokens}, 'prompt_tokens_details': {'cached_tokens': ${CLAUDE.cacheReadTokens}, 'cache_creation_tokens': ${CLAUDE.cacheWriteTokens}}, 'cache_creation_input_tokens': ${CLAUDE.cacheWriteTokens}, 'cache_read_input_tokens': ${CLAUDE.cacheReadTokens}}`,
            hidden_params: '{"model_id": "f6746e78", "cache_key": null, "response_cost": 0.0063}',
            'gen_ai.cost.input_cost': 0.0044,
            'gen_ai.cost.output_cost': 0.0019,
            'gen_ai.cost.total_cost': 0.0063,
            'gen_ai.request.model': CLAUDE.model,
            'llm.request.type': 'acompletion',
            'gen_ai.system': 'anthropic',
            'llm.is_streaming': 'False',
            'gen_ai.response.id': 'chatcmpl-1',
            'gen_ai.response.model': 'smart-model',
            'gen_ai.usage.total_tokens': CLAUDE.inputTokens + CLAUDE.outputTokens,
            'gen_ai.usage.output_tokens': CLAUDE.outputTokens,
            'gen_ai.usage.input_tokens': CLAUDE.inputTokens,
            'gen_ai.operation.name': 'acompletion',
          },
        },
        {
          name: 'raw_gen_ai_request',
          parent: 1,
          attributes: {
            'llm.anthropic.model': CLAUDE.model,
            'llm.anthropic.usage': `{'input_tokens': ${uncached(CLAUDE)}, 'output_tokens': ${CLAUDE.outputTokens}}`,
          },
        },
        {
          // The same request again, answered from LiteLLM's own cache.
          name: 'litellm_request',
          parent: 0,
          attributes: {
            hidden_params: '{"model_id": "f6746e78", "cache_key": "8e1d4f", "response_cost": 0.0}',
            'gen_ai.cost.total_cost': 0.0063,
            'gen_ai.request.model': CLAUDE.model,
            'gen_ai.system': 'anthropic',
            'gen_ai.response.id': 'chatcmpl-1',
            'gen_ai.usage.total_tokens': CLAUDE.inputTokens + CLAUDE.outputTokens,
            'gen_ai.usage.output_tokens': CLAUDE.outputTokens,
            'gen_ai.usage.input_tokens': CLAUDE.inputTokens,
          },
        },
      ],
      { model_id: 'litellm' },
    ),
  },
  // packages/opentelemetry-instrumentation-anthropic/…/__init__.py 227 to 300: cached tokens are
  // added. opentelemetry-instrumentation-bedrock/…/span_utils.py 1066 to 1097: they are not.
  'openllmetry-python/anthropic': {
    calls: [CLAUDE],
    traces: traces('opentelemetry.instrumentation.anthropic', '0.62.1', [
      {
        name: 'anthropic.chat',
        kind: 3,
        attributes: {
          'gen_ai.provider.name': 'anthropic',
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'claude-sonnet-4-5',
          'gen_ai.response.model': CLAUDE.model,
          'gen_ai.usage.input_tokens': CLAUDE.inputTokens,
          'gen_ai.usage.output_tokens': CLAUDE.outputTokens,
          'gen_ai.usage.total_tokens': CLAUDE.inputTokens + CLAUDE.outputTokens,
          'gen_ai.usage.cache_read.input_tokens': CLAUDE.cacheReadTokens,
          'gen_ai.usage.cache_creation.input_tokens': CLAUDE.cacheWriteTokens,
          'traceloop.association.properties.piecework.customer': 'acme',
        },
      },
    ]),
  },
  'openllmetry-python/bedrock': {
    calls: [BEDROCK],
    traces: traces('opentelemetry.instrumentation.bedrock', '0.62.1', [
      {
        name: 'bedrock.converse',
        kind: 3,
        attributes: {
          'gen_ai.provider.name': 'aws.bedrock',
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': BEDROCK.model,
          'gen_ai.usage.input_tokens': uncached(BEDROCK),
          'gen_ai.usage.output_tokens': BEDROCK.outputTokens,
          'gen_ai.usage.total_tokens': uncached(BEDROCK) + BEDROCK.outputTokens,
          'gen_ai.usage.cache_read_input_tokens': BEDROCK.cacheReadTokens,
          'gen_ai.usage.cache_creation_input_tokens': BEDROCK.cacheWriteTokens,
        },
      },
    ]),
  },
  // opentelemetry-instrumentation-google-generativeai/…/span_utils.py 725 to 751: the output lacks
  // the thoughts, which only the total has.
  'openllmetry-python/gemini': {
    calls: [GEMINI],
    traces: traces('opentelemetry.instrumentation.google_generativeai', '0.62.1', [
      {
        name: 'gemini.generate_content',
        kind: 3,
        attributes: {
          'gen_ai.provider.name': 'gcp.gen_ai',
          'gen_ai.operation.name': 'generate_content',
          'gen_ai.request.model': GEMINI.model,
          'gen_ai.response.model': GEMINI.model,
          'gen_ai.usage.total_tokens': GEMINI.inputTokens + GEMINI.outputTokens,
          'gen_ai.usage.output_tokens': GEMINI.outputTokens - THOUGHTS,
          'gen_ai.usage.input_tokens': GEMINI.inputTokens,
          'gen_ai.usage.cache_read.input_tokens': GEMINI.cacheReadTokens,
        },
      },
    ]),
  },
  // opentelemetry-instrumentation-openai-agents/…/_hooks.py 565 to 604.
  'openai-agents/openllmetry': {
    calls: [OPENAI],
    traces: traces('opentelemetry.instrumentation.openai_agents', '0.62.1', [
      {
        name: 'Agent Workflow',
        attributes: { 'traceloop.span.kind': 'workflow', 'gen_ai.provider.name': 'openai' },
      },
      {
        name: 'support_agent.agent',
        parent: 0,
        attributes: {
          'traceloop.span.kind': 'agent',
          'gen_ai.agent.name': 'support_agent',
          'gen_ai.provider.name': 'openai',
        },
      },
      {
        name: 'openai.response',
        parent: 1,
        kind: 3,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'openai',
          'gen_ai.request.model': OPENAI.model,
          'gen_ai.response.model': OPENAI.model,
          'gen_ai.usage.input_tokens': OPENAI.inputTokens,
          'gen_ai.usage.output_tokens': OPENAI.outputTokens,
          'gen_ai.usage.total_tokens': OPENAI.inputTokens + OPENAI.outputTokens,
          'gen_ai.usage.cache_read.input_tokens': OPENAI.cacheReadTokens,
          'gen_ai.usage.reasoning_tokens': 31,
        },
      },
    ]),
  },
  // openinference-instrumentation-openai-agents/…/_processor.py 140 to 215, 805 to 830; 2.0.0.
  'openai-agents/openinference': {
    calls: [OPENAI],
    traces: traces('openinference.instrumentation.openai_agents', '2.0.0', [
      { name: 'Agent workflow', attributes: { 'openinference.span.kind': 'AGENT' } },
      {
        name: 'support_agent',
        parent: 0,
        attributes: { 'openinference.span.kind': 'AGENT', 'agent.name': 'support_agent' },
      },
      {
        name: 'response',
        parent: 1,
        attributes: {
          'openinference.span.kind': 'LLM',
          'llm.system': 'openai',
          'llm.model_name': OPENAI.model,
          'llm.token_count.prompt': OPENAI.inputTokens,
          'llm.token_count.completion': OPENAI.outputTokens,
          'llm.token_count.total': OPENAI.inputTokens + OPENAI.outputTokens,
          'llm.token_count.prompt_details.cache_read': OPENAI.cacheReadTokens,
          'llm.token_count.completion_details.reasoning': 31,
        },
      },
    ]),
  },
  // src/google/adk/telemetry/tracing.py trace_call_llm, with the count of thoughts of later versions.
  'google-adk/gemini': {
    calls: [GEMINI],
    traces: traces('gcp.vertex.agent', '1.20.0', [
      { name: 'invocation', attributes: {} },
      {
        name: 'invoke_agent support_agent',
        parent: 0,
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': 'support_agent',
          'gen_ai.conversation.id': 'session-1',
        },
      },
      {
        name: 'call_llm',
        parent: 1,
        attributes: {
          'gen_ai.system': 'gcp.vertex.agent',
          'gen_ai.request.model': GEMINI.model,
          'gcp.vertex.agent.session_id': 'session-1',
          'gcp.vertex.agent.llm_request': '{}',
          'gcp.vertex.agent.llm_response': '{}',
          'gen_ai.usage.input_tokens': GEMINI.inputTokens,
          'gen_ai.usage.output_tokens': GEMINI.outputTokens - THOUGHTS,
          'gen_ai.usage.experimental.reasoning_tokens': THOUGHTS,
          'gen_ai.response.finish_reasons': ['stop'],
        },
      },
    ]),
  },
  // packages/core/src/telemetry/types.ts ApiResponseEvent, which makes both records.
  'gemini-cli/logs': {
    calls: [GEMINI],
    logs: logs('gemini-cli', 'v1', [
      {
        body: `API response from ${GEMINI.model}. Status: 200. Duration: 900ms.`,
        attributes: {
          'session.id': 'session-1',
          'event.name': 'gemini_cli.api_response',
          'event.timestamp': '2026-05-28T20:26:40.000Z',
          model: GEMINI.model,
          duration_ms: 900,
          input_token_count: GEMINI.inputTokens,
          output_token_count: GEMINI.outputTokens - THOUGHTS,
          cached_content_token_count: GEMINI.cacheReadTokens,
          thoughts_token_count: THOUGHTS,
          tool_token_count: 0,
          total_token_count: GEMINI.inputTokens + GEMINI.outputTokens,
        },
      },
      {
        body: `GenAI operation details from ${GEMINI.model}. Status: 200. Duration: 900ms.`,
        attributes: {
          'session.id': 'session-1',
          'event.name': 'gen_ai.client.inference.operation.details',
          'gen_ai.request.model': GEMINI.model,
          'gen_ai.usage.input_tokens': GEMINI.inputTokens,
          'gen_ai.usage.output_tokens': GEMINI.outputTokens - THOUGHTS,
        },
      },
    ]),
  },
}

const asText = (value) => `${JSON.stringify(value, null, 1)}\n`
for (const [path, { calls, ...payloads }] of Object.entries(CASES)) {
  const [source, name] = path.split('/')
  const folder = new URL(`${source}/`, FIXTURES)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.calls.json`, folder), asText(calls))
  for (const [kind, payload] of Object.entries(payloads)) {
    writeFileSync(new URL(`${name}.${kind}.json`, folder), asText(payload))
  }
}
