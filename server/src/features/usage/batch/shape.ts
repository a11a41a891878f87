import { firstOf } from '../../../platform/first-of.ts'
import { isObject, type JsonObject } from '../../../platform/json/json-object.ts'
import { shownName } from '../../../platform/json/nearest-name.ts'

export const RECORDS_MAX = 100
const PROBLEMS_MAX = 100

export type BatchShape = { ok: true; records: JsonObject[] } | { ok: false; problems: string[] }

const REQUIRED_FIELDS = ['customerExternalId', 'agentCode', 'signalName'] as const
const SHAPES = 'send either model + modelProvider or services, not both'
/**
 * The catalog lists it at no cost; an event without any service would have no cost, not a cost of
 * 0.
 */
const NO_SERVICE = 'for work that used none, send model "none" of modelProvider "piecework"'

/**
 * Checks the structure of a batch. A problem here rejects the whole request, because the sender
 * used a wrong format. An invalid value in a well-formed record fails only that record.
 */
export function checkBatchShape(body: unknown): BatchShape {
  if (!isObject(body)) return { ok: false, problems: ['body must be an object with records'] }
  const { records } = body
  if (records === undefined) return { ok: false, problems: ['records is required'] }
  if (!Array.isArray(records)) return { ok: false, problems: ['records must be an array'] }
  if (records.length === 0) return { ok: false, problems: ['records must have at least 1 record'] }
  if (records.length > RECORDS_MAX) {
    const problem = `records must have at most ${RECORDS_MAX} records, not ${records.length}`
    return { ok: false, problems: [problem] }
  }
  const problems = Object.keys(body)
    .filter((key) => key !== 'records')
    .map((key) => `${shownName(key)} is not a field of this request`)
  const objects: JsonObject[] = []
  records.forEach((record, index) => {
    const path = `records[${index}]`
    if (!isObject(record)) {
      problems.push(`${path} must be an object`)
      return
    }
    objects.push(record)
    addRecordProblems(record, path, problems)
  })
  if (problems.length > 0) return { ok: false, problems: firstOf(problems, PROBLEMS_MAX) }
  return { ok: true, records: objects }
}

/** Null in an optional field counts as omitted. */
function isSent(value: unknown): boolean {
  return value !== undefined && value !== null
}

function addRecordProblems(record: JsonObject, path: string, problems: string[]): void {
  for (const field of REQUIRED_FIELDS) {
    if (record[field] === undefined) problems.push(`${path}.${field} is required`)
  }
  addServicesProblems(record, path, problems)
}

/** Adds the problems of the shape in which a record names its services. */
export function addServicesProblems(record: JsonObject, path: string, problems: string[]): void {
  const { model, modelProvider, services } = record
  const isSingle = isSent(model) || isSent(modelProvider)
  if (isSingle && isSent(services)) {
    problems.push(`${path} has model or modelProvider and services: ${SHAPES}`)
  } else if (isSingle) {
    addServiceProblems(record, path, problems)
  } else if (Array.isArray(services) && services.length === 0) {
    problems.push(`${path}.services must have at least 1 entry: ${NO_SERVICE}`)
  } else if (!isSent(services)) {
    problems.push(`${path} has neither model + modelProvider nor services: ${SHAPES}`)
  } else if (Array.isArray(services)) {
    services.forEach((service, index) => {
      if (problems.length > PROBLEMS_MAX) return
      if (isObject(service)) addServiceProblems(service, `${path}.services[${index}]`, problems)
    })
  }
}

function addServiceProblems(service: JsonObject, path: string, problems: string[]): void {
  for (const field of ['model', 'modelProvider'] as const) {
    if (service[field] === undefined) problems.push(`${path}.${field} is required`)
  }
}
