import type { ErrorObject } from 'ajv'
import type { InvalidCode } from '../../error-codes.ts'
import { nearestName, shownName } from '../../json/nearest-name.ts'
import { shownValue } from '../../json/shown-value.ts'
import { FORMATS_IN_WORDS, IN_WORDS } from '../text-patterns.ts'

/** One problem of a request: the field, and what would be accepted. */
export type Problem = { code: InvalidCode; param: string | undefined; message: string }

/** Part of a request that a value is in. */
export type Part = 'body' | 'query' | 'path'

/**
 * Converts the validator's findings (with `verbose: true`) in `whole` to the problems of a request.
 */
export function problemsOf(found: readonly ErrorObject[], part: Part, whole: unknown): Problem[] {
  const problems = withoutEchoes(withoutBranches(found)).map((error) => {
    return problemOf(error, part, whole)
  })
  const named = [...new Map(problems.map((problem) => [problem.message, problem])).values()]
  // A mistyped parameter is also reported as missing; the unknown name is listed first.
  return part === 'query'
    ? named.toSorted((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)))
    : named
}

const isUnknown = ({ code }: Problem) => code === 'unknown_parameter'

/**
 * For a value with several alternatives, keeps the findings of the alternative that matches its
 * type. If none matches, it keeps the finding about the whole value, which lists the alternatives.
 */
function withoutBranches(found: readonly ErrorObject[]): readonly ErrorObject[] {
  const inner = found.filter(({ keyword }) => keyword === 'anyOf')
  return inner.reduce<readonly ErrorObject[]>((left, whole) => {
    const isBranch = ({ schemaPath }: ErrorObject) => schemaPath.startsWith(`${whole.schemaPath}/`)
    const branches = Map.groupBy(left.filter(isBranch), (error) =>
      error.schemaPath.slice(
        whole.schemaPath.length + 1,
        error.schemaPath.indexOf('/', whole.schemaPath.length + 1),
      ),
    )
    const isMeant = (errors: ErrorObject[]) =>
      !errors.some(
        ({ keyword, instancePath }) =>
          instancePath === whole.instancePath && ['type', 'const', 'enum'].includes(keyword),
      )
    const meant = [...branches.values()].find(isMeant)
    return left.filter((error) => {
      if (error === whole) return meant === undefined
      return !isBranch(error) || (meant?.includes(error) ?? false)
    })
  }, found)
}

/**
 * Drops findings inside a list that is too long, and further findings about a text that is too
 * long.
 */
function withoutEchoes(found: readonly ErrorObject[]): readonly ErrorObject[] {
  const pathsOf = (keyword: string) =>
    found.filter((error) => error.keyword === keyword).map(({ instancePath }) => instancePath)
  const longLists = pathsOf('maxItems')
  const longTexts = new Set(pathsOf('maxLength'))
  return found.filter(({ keyword, instancePath, data }) => {
    // A number kept as text: its type is already refused.
    if (Number.isNaN(data) && keyword !== 'type') return false
    if (longTexts.has(instancePath)) return keyword === 'maxLength'
    return !longLists.some((path) => {
      return (
        instancePath.startsWith(`${path}/`) || (keyword === 'uniqueItems' && instancePath === path)
      )
    })
  })
}

function problemOf(error: ErrorObject, part: Part, whole: unknown): Problem {
  const path = pathOf(error.instancePath)
  const { params } = error
  switch (error.keyword) {
    case 'required': {
      const param = join(path, String(params.missingProperty))
      return { code: 'missing_field', param, message: `${param} is required` }
    }
    case 'additionalProperties':
      return unknownName(error, part, path)
    default: {
      const param = path === '' ? undefined : path
      return { code: 'invalid', param, message: `${param ?? part} ${requirement(error, whole)}` }
    }
  }
}

function unknownName({ params, parentSchema }: ErrorObject, part: Part, path: string): Problem {
  const name = String(params.additionalProperty)
  const param = join(path, shownName(name))
  const known = Object.keys(parentSchema?.properties ?? {})
  const meant = nearestName(name, known)
  if (part === 'body') {
    const question = meant ? `: did you mean ${join(path, meant)}?` : ''
    return {
      code: 'unknown_field',
      param,
      message: `${param} is not a field of this request${question}`,
    }
  }
  const none = 'it takes none'
  const question = meant
    ? `: did you mean ${meant}?`
    : `; ${known.length === 0 ? none : `it takes ${known.join(', ')}`}`
  return {
    code: 'unknown_parameter',
    param,
    message: `${param} is not a parameter of this request${question}`,
  }
}

/** Returns the requirement of a value, as the rest of a sentence that begins with its name. */
function requirement(
  { keyword, params, schema, parentSchema, ...error }: ErrorObject,
  whole: unknown,
) {
  switch (keyword) {
    case 'type':
      return isLongNumber(error.data, params.type)
        ? 'has more digits than a JSON number keeps: send at most 15'
        : `must be ${listed([params.type].flat().map(typeInWords))}`
    case 'anyOf':
      return `must be ${listed((schema as Branch[]).map(branchInWords))}`
    case 'const':
      return `must be ${String(params.allowedValue)}`
    case 'enum':
      return `must be one of ${params.allowedValues.map(String).join(', ')}`
    case 'minLength':
      return params.limit === 1
        ? 'must not be empty'
        : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'pattern':
      return `must be ${IN_WORDS[params.pattern] ?? `text that matches ${params.pattern}`}`
    case 'format': {
      const words = FORMATS_IN_WORDS[params.format] ?? `of the format ${params.format}`
      const isDate = params.format === 'date' || params.format === 'date-time'
      return `must be ${words}${isDate ? `, not ${shownValue(error.data)}` : ''}`
    }
    case 'minimum':
    case 'maximum':
      return rangeInWords(parentSchema)
    case 'minItems':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} entries`
    case 'maxItems':
      return `must have at most ${params.limit} entries, not ${lengthAt(whole, error.instancePath)}`
    case 'uniqueItems':
      return `must name each only once; entries ${params.i} and ${params.j} are the same`
    case 'minProperties':
      return `must have at least one of ${Object.keys(parentSchema?.properties ?? {}).join(', ')}`
    default:
      return `is not valid: ${error.message ?? keyword}`
  }
}

/** Returns whether the value is a number kept as text, which is NaN during validation. */
function isLongNumber(data: unknown, type: unknown): boolean {
  return Number.isNaN(data) && [type].flat().some((one) => one === 'number' || one === 'integer')
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const typeInWords = (type: string) => TYPES[type] ?? type

type Branch = { type?: string | string[]; const?: unknown; enum?: unknown[] }

function branchInWords(branch: Branch): string {
  if (branch.const !== undefined) return String(branch.const)
  if (branch.enum) return branch.enum.map(String).join(', ')
  return listed([branch.type ?? []].flat().map(typeInWords))
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function rangeInWords(schema: ErrorObject['parentSchema']): string {
  const { minimum, maximum } = schema ?? {}
  if (maximum === undefined) return `must be at least ${minimum}`
  if (minimum === undefined) return `must be at most ${maximum}`
  return `must be from ${minimum} to ${maximum}`
}

function lengthAt(whole: unknown, pointer: string): number {
  const keys = pointer.split('/').slice(1)
  const list = keys.reduce<unknown>((value, key) => {
    return (value as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')]
  }, whole)
  return Array.isArray(list) ? list.length : 0
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** Converts a JSON pointer to a readable path: `/signals/2/name` becomes `signals[2].name`. */
function pathOf(pointer: string): string {
  return pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
}
