/** A feature that imports another one. */
export type Arrow = { from: string; to: string; file: string }

/**
 * What is wrong with the arrows between features: each goes to a lower floor, or on its own floor
 * to the right, so there is no circle.
 */
export function floorProblems(
  floors: readonly (readonly string[])[],
  arrows: readonly Arrow[],
): string[] {
  const order = floors.flat()
  const homeless = new Set(
    arrows.flatMap(({ from, to }) => [from, to].filter((name) => !order.includes(name))),
  )
  const up = arrows.filter(
    ({ from, to }) =>
      !homeless.has(from) && !homeless.has(to) && order.indexOf(from) >= order.indexOf(to),
  )
  return [
    ...[...homeless].map((name) => `features/${name} has no floor; give it one`),
    ...up.map(
      ({ from, to, file }) =>
        `${file}: features/${from} stands below features/${to} and may not import it; hand it in from above, or move what both need down`,
    ),
  ]
}
