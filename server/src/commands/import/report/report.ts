import { toExactText } from '../../../domain/money.ts'
import type { Comparison, Disagreement } from './comparison.ts'
import type { Group } from './groups.ts'
import type { Tally } from './tally.ts'

/** Maximum number of lines in a section. The failures file has every row. */
const LINES_MAX = 50

type Imported = { tally: Tally; comparison: Comparison | undefined }

/** Renders the report of an import. */
export function describeResult(
  { tally, comparison }: Imported,
  costColumn: string | undefined,
): string {
  const lines = [
    ...countLines(tally),
    ...section('Stored without cost, by provider/model', tally.uncostedServices.list(), groupLine),
    ...section('Failed, by reason', tally.failures.list(), groupLine),
  ]
  if (comparison && costColumn !== undefined) lines.push(...compareLines(comparison, costColumn))
  return lines.join('\n')
}

function countLines(tally: Tally): string[] {
  const count = (value: number) => String(value).padStart(10)
  const lines = [
    `${count(tally.read)}  rows read`,
    `${count(tally.costed)}  stored with their cost: ${toExactText(tally.cost, 2)} USD`,
    `${count(tally.uncosted)}  stored without a cost`,
    `${count(tally.alreadyThere)}  already there`,
    `${count(tally.failed)}  failed`,
  ]
  if (tally.resent > 0) {
    lines.push(
      `${count(tally.resent)}  times a batch was sent again, the database being away; rows it had stored by then count as already there`,
    )
  }
  return lines
}

function section<T>(title: string, all: readonly T[], lineOf: (item: T) => string): string[] {
  if (all.length === 0) return []
  const more = all.length > LINES_MAX ? [`            and ${all.length - LINES_MAX} more`] : []
  return ['', `${title}:`, ...all.slice(0, LINES_MAX).map(lineOf), ...more]
}

function groupLine({ name, count, firstRows }: Group): string {
  return `${String(count).padStart(10)}  ${name} (${rowList(count, firstRows)})`
}

function rowList(count: number, firstRows: readonly number[]): string {
  const more = count > firstRows.length ? ', ...' : ''
  return `row${count === 1 ? '' : 's'} ${firstRows.join(', ')}${more}`
}

function compareLines(comparison: Comparison, costColumn: string): string[] {
  const { agree, differ, unreadable } = comparison.counts()
  const count = (value: number) => String(value).padStart(10)
  return [
    '',
    `Costs compared with the column ${costColumn}:`,
    `${count(agree)}  agree to 1e-9`,
    `${count(differ)}  differ`,
    ...(unreadable > 0 ? [`${count(unreadable)}  have no number there`] : []),
    ...section('Different costs, by provider/model', comparison.disagreements(), disagreementLine),
  ]
}

function disagreementLine(group: Disagreement): string {
  const { service, count, recordedZero, computed, recorded, typicalRatio, firstRows } = group
  const facts = [`computed ${toExactText(computed, 2)}, recorded ${toExactText(recorded, 2)}`]
  if (recordedZero > 0) facts.push(`${recordedZero} recorded as 0`)
  if (typicalRatio) {
    facts.push(`computed/recorded is ${typicalRatio.ratio} for ${typicalRatio.count}`)
  }
  facts.push(rowList(count, firstRows))
  return `${String(count).padStart(10)}  ${service}: ${facts.join('; ')}`
}
