import { tokensOf } from './counts.ts'
import { LOG_CALLS, type LogCall, SESSION } from './names.ts'
import { providerByModel } from './provider.ts'
import { readIdentity } from './read-identity.ts'
import { readUsage } from './read-usage.ts'
import type { Attributes, Identity, Reading, SourceLog, Usage } from './span.ts'
import { firstAmount, firstCount, firstName } from './values.ts'

const SESSIONS = SESSION.map(({ name }) => name)

/**
 * Reads what a log record says about usage and identity, like `readSpan`. A record of a program that
 * sends one for each call belongs to the run of its session. Any other record with usage belongs to
 * its trace, and without one to its session.
 */
export function readLogRecord(log: SourceLog): Reading {
  const warnings: string[] = []
  const identity = readIdentity(log, warnings)
  const { attributes, scopeName = '' } = log
  const call = LOG_CALLS.find((one) => isCall(one, log))
  if (call !== undefined) {
    const usage = callUsage(call, attributes, warnings)
    const run = withRun(identity, attributes, [call.session])
    return readingOf(usage, withCall(run, attributes, call), warnings)
  }
  if (LOG_CALLS.some(({ scope }) => scopeName.startsWith(scope))) {
    return readingOf(undefined, withRun(identity, attributes, SESSIONS), warnings)
  }
  const usage = readUsage(attributes, scopeName, warnings)
  const run = log.traceId === undefined ? withRun(identity, attributes, SESSIONS) : identity
  return readingOf(usage, run, warnings)
}

function readingOf(usage: Usage | undefined, identity: Identity, warnings: string[]): Reading {
  return { ...(usage && { usage }), identity, warnings }
}

/**
 * Returns true for an event with counts of tokens. An event whose name lacks that of its program is
 * known by its scope.
 */
function isCall({ events, scope, input, output }: LogCall, log: SourceLog): boolean {
  const { attributes, scopeName = '', eventName, body } = log
  // Codex has the line of its source in the field for the name.
  const names = [attributes['event.name'], eventName, body]
  const isNamed = events.some(
    (event) => names.includes(event) && (event.includes('.') || scopeName.startsWith(scope)),
  )
  return isNamed && (attributes[input] !== undefined || attributes[output] !== undefined)
}

function callUsage(call: LogCall, attributes: Attributes, warnings: string[]): Usage | undefined {
  const count = (name: string | undefined) =>
    name === undefined ? undefined : firstCount(attributes, [name], warnings)
  const input = count(call.input)
  const output = count(call.output)
  const model = firstName(attributes, [call.model], warnings)
  if (model === undefined || (input === undefined && output === undefined)) {
    warnings.push('A call was sent without its model or its tokens, so its cost is missing')
    return undefined
  }
  const toolInput = count(call.toolInput) ?? 0
  const reasoning = count(call.reasoning)
  const counts = {
    input: (input ?? 0) + toolInput,
    output,
    cacheRead: count(call.cacheRead),
    cacheWrite: count(call.cacheWrite),
    reasoning,
  }
  const beside = { cached: call.isCacheBeside, reasoning: reasoning !== undefined }
  const tokens = tokensOf(counts, beside, warnings)
  if (tokens === undefined) return undefined
  const modelProvider = providerByModel(model)
  const reportedCostUsd = firstAmount([call.cost && attributes[call.cost]])
  return {
    model,
    ...(modelProvider !== undefined && { modelProvider }),
    ...tokens,
    ...(call.speed !== undefined && attributes[call.speed] === 'fast' && { serviceTier: 'fast' }),
    ...(reportedCostUsd !== undefined && { reportedCostUsd }),
  }
}

function withRun(identity: Identity, attributes: Attributes, names: readonly string[]): Identity {
  const run = firstName(attributes, names, [])
  return run === undefined ? identity : { ...identity, run }
}

function withCall(identity: Identity, attributes: Attributes, { call }: LogCall): Identity {
  const id = call === undefined ? undefined : firstName(attributes, [call], [])
  return id === undefined ? identity : { ...identity, call: id }
}
