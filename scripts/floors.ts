/** A feature that imports another one. */
export type Arrow = { from: string; to: string; file: string }

/**
 * What is wrong with the arrows between features: each goes to a lower floor, or on its own floor
 * to the right, so there is no circle. `exceptions` are those that go up today, as `from -> to`.
 */
export function floorProblems(
  floors: readonly (readonly string[])[],
  arrows: readonly Arrow[],
  exceptions: readonly string[],
): string[] {
  const order = floors.flat()
  const homeless = new Set(
    arrows.flatMap(({ from, to }) => [from, to].filter((name) => !order.includes(name))),
  )
  const isUp = ({ from, to }: Arrow) => order.indexOf(from) >= order.indexOf(to)
  const up = arrows.filter(
    (arrow) => !homeless.has(arrow.from) && !homeless.has(arrow.to) && isUp(arrow),
  )
  const refused = up.filter((arrow) => !exceptions.includes(nameOf(arrow)))
  const needed = new Set(up.map(nameOf))
  return [
    ...[...homeless].map((name) => `features/${name} has no floor; give it one`),
    ...refused.map(
      ({ from, to, file }) =>
        `${file}: features/${from} stands below features/${to} and may not import it; hand it in from above, or move what both need down`,
    ),
    ...exceptions
      .filter((exception) => !needed.has(exception))
      .map((exception) => `"${exception}" goes up no more; strike it from the exceptions`),
  ]
}

function nameOf({ from, to }: Arrow): string {
  return `${from} -> ${to}`
}
