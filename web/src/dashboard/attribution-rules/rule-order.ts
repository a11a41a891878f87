import type { AttributionRule } from '../../api/api-types.ts'
import type { RulePlace } from '../../api/attribution-rules.ts'

type Placed = Pick<AttributionRule, 'id' | 'position'>

/**
 * Returns the positions to change, so that a rule comes to another index of the order. Positions
 * that are all different stay in use, because then only the moved rules change.
 */
export function placesAfterMove(
  rules: readonly Placed[],
  { from, to }: { from: number; to: number },
): RulePlace[] {
  const moved = rules[from]
  if (moved === undefined) return []
  const others = rules.filter((rule) => rule !== moved)
  const order = [...others.slice(0, to), moved, ...others.slice(to)]
  const hasTies = rules.some(({ position }, index) => rules[index - 1]?.position === position)
  return order.flatMap(({ id, position: old }, index) => {
    const position = hasTies ? index : (rules[index]?.position ?? index)
    return position === old ? [] : [{ id, position }]
  })
}
