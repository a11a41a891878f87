import { AppError } from '../../../platform/errors.ts'
import { isObject, type JsonObject } from '../../../platform/json/json-object.ts'
import { digestOf } from '../spans/kept-span.ts'

const KEY_LENGTH_MAX = 255
const PROBLEMS_MAX = 100
const REQUIRED = ['id', 'source', 'type'] as const

/**
 * Converts CloudEvents to usage records. Throws `invalid` with the problems of the envelopes; those of
 * a record are its own.
 */
export function recordsOf(sent: unknown): JsonObject[] {
  const events = Array.isArray(sent) ? sent : [sent]
  const problems: string[] = []
  const records = events.map((event, index) => {
    const path = Array.isArray(sent) ? `body[${index}]` : 'body'
    if (isObject(event)) return recordOf(event, path, problems)
    problems.push(`${path} must be a CloudEvent`)
    return {}
  })
  if (problems.length > 0) throw new AppError('invalid', problems.slice(0, PROBLEMS_MAX))
  return records
}

function recordOf(event: JsonObject, path: string, problems: string[]): JsonObject {
  for (const field of REQUIRED) {
    const value = event[field]
    if (typeof value !== 'string' || value === '') problems.push(`${path}.${field} must be text`)
  }
  if (event.specversion !== '1.0') problems.push(`${path}.specversion must be "1.0"`)
  const { data, subject, time } = event
  if (!isObject(data)) {
    problems.push(`${path}.data must be an object with the fields of a usage record`)
    return {}
  }
  return {
    ...(subject !== undefined && { customerExternalId: subject }),
    ...(time !== undefined && { usageDate: time }),
    idempotencyKey: keyOf(event),
    ...data,
  }
}

/** Source and id together identify an event. */
function keyOf({ source, id }: JsonObject): string {
  const key = `cloudevents:${source} ${id}`
  return key.length <= KEY_LENGTH_MAX ? key : `cloudevents:${digestOf(key)}`
}
