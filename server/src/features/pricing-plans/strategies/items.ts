import type { StrategyPrice } from '../../../domain/prices/strategy.ts'
import { AppError } from '../../../platform/errors.ts'
import { type ExpectedVersion, requireVersion } from '../../../platform/expected-version.ts'
import { firstOf } from '../../../platform/first-of.ts'
import { UUID } from '../../../platform/http/text-patterns.ts'
import { isObject } from '../../../platform/json/json-object.ts'
import { unknownFieldProblems } from '../../../platform/json/unknown-fields.ts'
import { type Fields, mergeFields } from './merge-fields.ts'
import { parseStrategy, type StrategyDraft } from './parse-strategy.ts'
import { STRATEGIES_MAX } from './schemas.ts'
import { rowOn, type Strategy, type StrategyRow, strategyOf } from './strategy.ts'

/** One strategy of a request: an update if it has an id, otherwise a creation. */
export type StrategyItem = {
  id: string | undefined
  fields: Fields
  path: string
  expected?: ExpectedVersion
}

/** A validated strategy. `path` is its position in the request, such as "[2].". */
export type CheckedItem = StrategyDraft & { path: string; before: Strategy | undefined }

type Rows = { rows: readonly StrategyRow[]; today: string }

const FIELDS = [
  'name',
  'chargeType',
  'pricingModel',
  'signalId',
  'rate',
  'packageSize',
  'tiers',
  'billTiming',
  'isActive',
]
const PROBLEMS_MAX = 20
const ONE_ID = new RegExp(UUID)

/** Reads a list of strategies; with `withIds`, items with an id are updates. Throws `invalid`. */
export function readItems(body: unknown, { withIds }: { withIds: boolean }): StrategyItem[] {
  if (!Array.isArray(body) || body.length === 0 || body.length > STRATEGIES_MAX) {
    throw new AppError('invalid', [`body must be a list of 1 to ${STRATEGIES_MAX} strategies`])
  }
  const problems: string[] = []
  const items: StrategyItem[] = []
  const places = new Map<string, string>()
  for (const [index, entry] of body.entries()) {
    const place = `[${index}]`
    if (!isObject(entry)) {
      problems.push(`${place} must be an object`)
      continue
    }
    const unknown = unknownFieldProblems(entry, withIds ? ['id', ...FIELDS] : FIELDS, `${place}.`)
    if (unknown.length > 0) {
      for (const problem of unknown) problems.push(problem)
      continue
    }
    const { id, ...others } = entry
    const fields = withIds ? others : entry
    const item = { id: undefined, fields, path: `${place}.` }
    if (!withIds || id === undefined) {
      items.push(item)
    } else if (typeof id !== 'string' || !ONE_ID.test(id)) {
      problems.push(`${place}.id must be a UUID: the id of a strategy of this plan`)
    } else {
      const known = id.toLowerCase()
      const other = places.get(known)
      if (other) problems.push(`${place}.id is the id of ${other} too: send each strategy once`)
      places.set(known, place)
      items.push({ ...item, id: known })
    }
  }
  refuse(problems)
  return items
}

/** Reads an update of one strategy. Throws `invalid`. */
export function readItem(id: string, body: unknown, expected: ExpectedVersion): StrategyItem {
  if (!isObject(body)) throw new AppError('invalid', ['body must be an object'])
  refuse(unknownFieldProblems(body, FIELDS, ''))
  return { id: id.toLowerCase(), fields: body, path: '', expected }
}

/**
 * Validates each strategy as a whole, in its resulting state. A change is one of the price in force today.
 * Throws with every problem.
 */
export function checkItems(items: readonly StrategyItem[], { rows, today }: Rows): CheckedItem[] {
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const problems: string[] = []
  const checked = items.flatMap(({ id, fields, path, expected }) => {
    const row = id === undefined ? undefined : rowById.get(id)
    if (id !== undefined && row === undefined) throw strategyNotFound(path)
    if (row !== undefined) requireVersion(row, expected)
    const parsed = parseStrategy(row ? mergeFields(rowOn(row, today), fields) : fields, path)
    if (parsed.ok) {
      const before = row && strategyOf(row)
      if (before?.dated) refuseOtherKind(before, parsed.value.price, path)
      return [{ ...parsed.value, path, before }]
    }
    problems.push(...parsed.problems)
    return []
  })
  refuse(problems)
  return checked
}

/** Dated prices have the kind of their strategy. */
function refuseOtherKind(before: Strategy, after: StrategyPrice, path: string): void {
  if ((before.chargeType === 'usage') === (after.chargeType === 'usage')) return
  const fix = 'create another strategy and set this one to isActive false'
  throw new AppError(
    'conflict',
    `${path}chargeType cannot change between usage and a fee, because the strategy has dated prices: ${fix}`,
  )
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new AppError('invalid', firstOf(problems, PROBLEMS_MAX))
}

export function strategyNotFound(path = ''): AppError {
  const where = path === '' ? '' : `${path}id: `
  return new AppError('not_found', `${where}Pricing strategy not found in this plan`)
}
