import { type Allowance, type Growth, growthOf, isGrowing } from './growth.ts'
import { MEMORIES, QUEUES, type Readings } from './watch.ts'

/** In megabytes. Lists of a customer's purchases and debts grow as business years pass. */
const MEMORY: Allowance = { times: 1.15, more: 24 }
const QUEUE: Allowance = { times: 1.5, more: 25 }

export type Judged = Record<string, Growth | undefined>

/**
 * Returns the level of each memory and queue after the start and at the end, and those that grew.
 */
export function judge(readings: Readings): { levels: Judged; problems: string[] } {
  const levels: Judged = {}
  const problems: string[] = []
  for (const name of [...MEMORIES, ...QUEUES]) {
    const growth = growthOf(readings[name])
    levels[name] = growth
    const isMemory = MEMORIES.some((memory) => memory === name)
    if (!growth || !isGrowing(growth, isMemory ? MEMORY : QUEUE)) continue
    const [what, unit] = isMemory ? [`the ${name}`, ' MB'] : [`the queue of ${name}`, '']
    const [from, to] = [Math.round(growth.from), Math.round(growth.to)]
    problems.push(`${what} grows: ${from}${unit} after the start, ${to}${unit} at the end`)
  }
  return { levels, problems }
}
