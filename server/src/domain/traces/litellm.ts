import type { Attributes, AttributeValue, Identity, Reading } from './span.ts'

/** A call that LiteLLM reports, in the terms of a call of a run. */
export type LitellmCall = {
  /** LiteLLM's id of the call. */
  id: string
  /** Name of the run: the id that LiteLLM gives the calls of one request of its user. */
  run: string
  name: string
  startedAt?: Date
  endedAt?: Date
  reading: Reading
  attributes: Attributes
}

export type LitellmResult =
  | { kind: 'call'; call: LitellmCall }
  /** A failed call and an answer from LiteLLM's cache cost nothing. */
  | { kind: 'free' }
  | { kind: 'unusable'; reason: string }

type Fields = { readonly [name: string]: unknown }

/**
 * Reads a payload of LiteLLM's generic callback: its StandardLoggingPayload, as documented at
 * docs.litellm.ai/docs/proxy/logging_spec in October 2026.
 */
export function readLitellmCall(payload: unknown): LitellmResult {
  if (!isFields(payload)) return { kind: 'unusable', reason: 'a payload must be an object' }
  const id = textOf(payload.id)
  if (id === undefined) return { kind: 'unusable', reason: 'a payload needs an id' }
  if (payload.status === 'failure' || payload.cache_hit === true) return { kind: 'free' }
  const model = textOf(payload.model)
  if (model === undefined) return { kind: 'unusable', reason: 'a payload needs a model' }
  const metadata = isFields(payload.metadata) ? payload.metadata : {}
  const attributes = attributesOf(payload, metadata)
  const endedAt = timeOf(payload.endTime)
  const startedAt = timeOf(payload.startTime)
  const call: LitellmCall = {
    id,
    run: textOf(payload.trace_id) ?? id,
    name: textOf(payload.call_type) ?? 'call',
    ...(startedAt && { startedAt }),
    ...(endedAt && { endedAt }),
    reading: {
      usage: {
        ...modelOf(model, textOf(payload.custom_llm_provider)),
        ...tokensOf(payload, metadata),
        ...reportedCostOf(payload.response_cost),
      },
      identity: identityOf(id, metadata, attributes),
      warnings: [],
    },
    attributes,
  }
  return { kind: 'call', call }
}

/** LiteLLM writes `provider/model`, where its own field does not name the provider. */
function modelOf(model: string, provider: string | undefined) {
  const slash = model.indexOf('/')
  const prefix = slash > 0 ? model.slice(0, slash) : undefined
  if (provider === undefined) {
    return prefix === undefined
      ? { model }
      : { model: model.slice(slash + 1), modelProvider: prefix }
  }
  return { model: prefix === provider ? model.slice(slash + 1) : model, modelProvider: provider }
}

/** Cached tokens are part of the prompt's. */
function tokensOf(payload: Fields, metadata: Fields) {
  const usage = isFields(metadata.usage_object) ? metadata.usage_object : {}
  const details = isFields(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {}
  const cacheReadTokens = countOf(usage.cache_read_input_tokens) ?? countOf(details.cached_tokens)
  const cacheWriteTokens =
    countOf(usage.cache_creation_input_tokens) ?? countOf(details.cache_creation_tokens)
  return {
    inputTokens: countOf(payload.prompt_tokens) ?? countOf(usage.prompt_tokens) ?? 0,
    outputTokens: countOf(payload.completion_tokens) ?? countOf(usage.completion_tokens) ?? 0,
    ...(cacheReadTokens !== undefined && { cacheReadTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
  }
}

function reportedCostOf(cost: unknown) {
  const text = typeof cost === 'number' ? String(cost) : textOf(cost)
  return text === undefined ? {} : { reportedCostUsd: text }
}

const DECLARED = ['customer', 'agent', 'signal'] as const

/** The metadata of the request declares the outcome, in the names of attributes of spans. */
function identityOf(id: string, metadata: Fields, attributes: Attributes): Identity {
  const sent = isFields(metadata.requester_metadata) ? metadata.requester_metadata : {}
  const identity: Identity = { call: id, key: `litellm:${id}`, fallback: {} }
  for (const name of DECLARED) {
    const declared = textOf(sent[`piecework.${name}`])
    if (declared !== undefined) identity[name] = declared
  }
  const quantity = countOf(sent['piecework.quantity'])
  if (quantity !== undefined) identity.quantity = quantity
  const customer = attributes['litellm.end_user']
  const agent = attributes['litellm.user_api_key_alias']
  if (typeof customer === 'string') identity.fallback.customer = customer
  if (typeof agent === 'string') identity.fallback.agent = agent
  return identity
}

const KEY_FIELDS = [
  'user_api_key_alias',
  'user_api_key_team_id',
  'user_api_key_team_alias',
  'user_api_key_org_id',
  'user_api_key_user_id',
] as const

/** Returns the fields that rules can use, and what the request itself sent as metadata. */
function attributesOf(payload: Fields, metadata: Fields): Attributes {
  const attributes: Record<string, AttributeValue> = {}
  const add = (name: string, value: unknown) => {
    const text = textOf(value)
    if (text !== undefined) attributes[name] = text
  }
  add('litellm.end_user', payload.end_user ?? metadata.user_api_key_end_user_id)
  add('litellm.model_group', payload.model_group)
  for (const field of KEY_FIELDS) add(`litellm.${field}`, metadata[field])
  const sent = isFields(metadata.requester_metadata) ? metadata.requester_metadata : {}
  for (const [name, value] of Object.entries(sent)) add(name, value)
  return attributes
}

const SECOND_MS = 1_000

/** LiteLLM writes seconds since 1970. */
function timeOf(seconds: unknown): Date | undefined {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds <= 0) return undefined
  const time = new Date(seconds * SECOND_MS)
  return Number.isNaN(time.getTime()) ? undefined : time
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
