import { spanText } from '../../../domain/time/dates.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { listOverlaps, type Overlap, type OverlapScope } from './queries.ts'

/**
 * Throws `overlapping_subscription` if the transaction caused an overlap that is not in `before`:
 * the same work would be billed twice. The caller has locked the customer and the plan, so that no
 * concurrent transaction can add the other half.
 */
export async function refuseNewOverlaps(
  tx: Tx,
  scope: OverlapScope,
  { before, now }: { before: readonly Overlap[]; now: Date },
): Promise<void> {
  const known = new Set(before.map(keyOf))
  const added = (await listOverlaps(tx, scope, now)).find((overlap) => !known.has(keyOf(overlap)))
  if (added) throw new AppError('overlapping_subscription', describe(added))
}

function keyOf({ id, other, signalName }: Overlap): string {
  return [id, other.id, signalName].join('/')
}

function describe({ name, other, signalName }: Overlap): string {
  const named = `subscription "${other.name}" (${other.id})`
  const { startsAt, endsAt, timeZone } = other
  const span = spanText(startsAt, endsAt, timeZone)
  const fix = 'end that one first, or choose dates that do not overlap'
  if (signalName === null) {
    return (
      `"${name}" would overlap the ${named} of the same customer and plan, which runs from ` +
      `${span}; ${fix}`
    )
  }
  return (
    `"${name}" would price the signal "${signalName}" at the same time as the ${named}, which ` +
    `runs from ${span}; ${fix}`
  )
}
