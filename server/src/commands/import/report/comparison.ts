import {
  type Decimal,
  decimal,
  decimalFromJsonNumber,
  isZero,
  parseDecimal,
} from '../../../domain/money.ts'

/** Recorded costs were often computed in floating point, so smaller differences are ignored. */
const TOLERANCE = decimal('0.000000001')
const RATIO_DECIMALS = 4
const RATIOS_MAX = 1_000
const FIRST_ROWS = 5

/** Rows of one model whose recorded cost differs from the computed one. */
export type Disagreement = {
  service: string
  count: number
  /** Number of these rows with a recorded cost of 0. */
  recordedZero: number
  computed: Decimal
  recorded: Decimal
  /** The most frequent rounded ratio computed / recorded, and the number of rows that have it. */
  typicalRatio: { ratio: string; count: number } | undefined
  firstRows: readonly number[]
}

export type Comparison = {
  add: (row: { number: number; service: string; computed: string; recorded: string }) => void
  counts: () => { agree: number; differ: number; unreadable: number }
  disagreements: () => Disagreement[]
}

type Group = {
  count: number
  recordedZero: number
  computed: Decimal
  recorded: Decimal
  ratios: Map<string, number>
  firstRows: number[]
}

/** Compares the computed costs with those recorded in the file. */
export function createComparison(): Comparison {
  const groups = new Map<string, Group>()
  let agree = 0
  let differ = 0
  let unreadable = 0
  return {
    add: ({ number, service, computed: computedText, recorded: recordedText }) => {
      const computed = decimal(computedText)
      const recorded = readDecimal(recordedText)
      if (!recorded) unreadable += 1
      else if (computed.minus(recorded).abs().lte(TOLERANCE)) agree += 1
      else {
        differ += 1
        addToGroup(groups, service, { number, computed, recorded })
      }
    },
    counts: () => ({ agree, differ, unreadable }),
    disagreements: () =>
      [...groups]
        .map(([service, { ratios, ...group }]) => ({
          service,
          ...group,
          typicalRatio: mostFrequent(ratios),
        }))
        .sort((a, b) => b.count - a.count || (a.service < b.service ? -1 : 1)),
  }
}

/** Also accepts the notation of small numbers such as 1.5e-05. */
function readDecimal(text: string): Decimal | undefined {
  if (/^[+-]?[\d.]+e[+-]?\d+$/i.test(text)) return decimalFromJsonNumber(Number(text))
  return parseDecimal(text)
}

function addToGroup(
  groups: Map<string, Group>,
  service: string,
  { number, computed, recorded }: { number: number; computed: Decimal; recorded: Decimal },
): void {
  let group = groups.get(service)
  if (!group) {
    const nothing = decimal('0')
    group = {
      count: 0,
      recordedZero: 0,
      computed: nothing,
      recorded: nothing,
      ratios: new Map(),
      firstRows: [],
    }
    groups.set(service, group)
  }
  group.count += 1
  group.computed = group.computed.plus(computed)
  group.recorded = group.recorded.plus(recorded)
  group.firstRows.push(number)
  group.firstRows.sort((a, b) => a - b).splice(FIRST_ROWS)
  if (isZero(recorded)) {
    group.recordedZero += 1
    return
  }
  const ratio = computed.div(recorded).toFixed(RATIO_DECIMALS)
  const seen = group.ratios.get(ratio)
  if (seen !== undefined || group.ratios.size < RATIOS_MAX) group.ratios.set(ratio, (seen ?? 0) + 1)
}

function mostFrequent(ratios: ReadonlyMap<string, number>): Disagreement['typicalRatio'] {
  const [top] = [...ratios].sort((a, b) => b[1] - a[1])
  return top && { ratio: top[0], count: top[1] }
}
