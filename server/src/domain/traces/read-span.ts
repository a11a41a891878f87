import { CALL_KINDS, LOG_CALLS } from './names.ts'
import { modelOf } from './provider.ts'
import { readIdentity } from './read-identity.ts'
import { readUsage } from './read-usage.ts'
import type { Reading, SourceSpan } from './span.ts'

/**
 * Reads what a span says about usage and identity. Equal input gives an equal reading, and no
 * attribute makes it fail: one that cannot be is left out, with a warning. Spans of programs that send
 * a log record for each call have no usage, because both would count.
 */
export function readSpan(span: SourceSpan): Reading {
  const warnings: string[] = []
  const identity = readIdentity(span, warnings)
  if (LOG_CALLS.some(({ scope }) => span.scopeName?.startsWith(scope)))
    return { identity, warnings }
  const usage = readUsage(span.attributes, span.scopeName, warnings)
  if (usage !== undefined) return { usage, identity, warnings }
  if (warnings.length === 0 && !span.isError) warnOfCall(span, warnings)
  return { identity, warnings }
}

/** The spans that the AI SDK makes for one call, of several around it. */
const AI_SDK_CALL = /^ai\.\w+\.(doGenerate|doStream|doEmbed)\b/

/** Warns of a call whose tokens are unknown, so that it does not pass as one that cost nothing. */
function warnOfCall({ name, attributes, scopeName }: SourceSpan, warnings: string[]): void {
  const isCall =
    AI_SDK_CALL.test(name) ||
    CALL_KINDS.some(({ name: kind, values }) => values.some((value) => attributes[kind] === value))
  if (!isCall) return
  const model = modelOf(attributes, scopeName, [])
  warnings.push(
    model === undefined
      ? 'A call of a model was sent without its tokens, so its cost is missing'
      : `A call of ${model} was sent without its tokens, so its cost is missing`,
  )
}
