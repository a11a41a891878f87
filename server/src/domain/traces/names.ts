import type { Attributes, Identity, Reading, SourceLog, SourceSpan, Usage } from './span.ts'

/** Reads what a span says about usage and identity. Pure: equal input gives an equal reading. */
export function readSpan(span: SourceSpan): Reading {
  return readAttributes(span.attributes, span.resource)
}

/** Reads what a log record says about usage and identity. */
export function readLogRecord(log: SourceLog): Reading {
  return readAttributes(log.attributes, log.resource)
}

function readAttributes(attributes: Attributes, resource: Attributes): Reading {
  const usage = usageOf(attributes)
  const identity = identityOf(attributes, resource)
  return { ...(usage && { usage }), identity, warnings: [] }
}

function usageOf(attributes: Attributes): Usage | undefined {
  const model =
    text(attributes, 'gen_ai.response.model') ?? text(attributes, 'gen_ai.request.model')
  const inputTokens = count(attributes, 'gen_ai.usage.input_tokens')
  const outputTokens = count(attributes, 'gen_ai.usage.output_tokens')
  if (model === undefined || (inputTokens === undefined && outputTokens === undefined)) {
    return undefined
  }
  const modelProvider =
    text(attributes, 'gen_ai.provider.name') ?? text(attributes, 'gen_ai.system')
  return {
    model,
    ...(modelProvider !== undefined && { modelProvider }),
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
  }
}

function identityOf(attributes: Attributes, resource: Attributes): Identity {
  const find = (name: string) => text(attributes, name) ?? text(resource, name)
  const customer = find('piecework.customer')
  const agent = find('piecework.agent')
  const signal = find('piecework.signal')
  const quantity = count(attributes, 'piecework.quantity') ?? count(resource, 'piecework.quantity')
  const run = find('session.id')
  const named = find('gen_ai.agent.name') ?? find('service.name')
  return {
    ...(customer !== undefined && { customer }),
    ...(agent !== undefined && { agent }),
    ...(signal !== undefined && { signal }),
    ...(quantity !== undefined && { quantity }),
    ...(run !== undefined && { run }),
    fallback: named === undefined ? {} : { agent: named },
  }
}

function text(attributes: Attributes, name: string): string | undefined {
  const value = attributes[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function count(attributes: Attributes, name: string): number | undefined {
  const value = attributes[name]
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined
}
