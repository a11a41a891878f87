import type { Building } from './floor-plan.ts'
import type { Import } from './private-files.ts'

/**
 * Returns a problem for each upward import. A folder may import from lower floors and, on its own
 * floor, from folders to its right. Therefore there are no circles. The files directly in `folder`
 * are above all floors.
 */
export function floorProblems({ folder, floors }: Building, imports: readonly Import[]): string[] {
  const order = floors.flat()
  const arrows = imports.flatMap(({ from: file, to: imported }) => {
    const [from, to] = [roomOf(folder, file), roomOf(folder, imported)]
    return !from || to === undefined || from === to ? [] : [{ from, to, file, imported }]
  })
  const homeless = new Set(
    arrows.flatMap(({ from, to }) => [from, to].filter((name) => name && !order.includes(name))),
  )
  const up = arrows.filter(
    ({ from, to }) =>
      !homeless.has(from) && !homeless.has(to) && order.indexOf(from) >= order.indexOf(to),
  )
  return [
    ...[...homeless].map((name) => `${folder}/${name} has no floor; give it one`),
    ...up.map(
      ({ from, to, file, imported }) =>
        `${file}: ${folder}/${from} stands below ${to ? `${folder}/${to}` : imported} and may not import it; hand it in from above, or move what both need down`,
    ),
  ]
}

/**
 * Returns the subfolder of `folder` that contains a file; empty for a file directly in `folder`.
 */
function roomOf(folder: string, path: string): string | undefined {
  if (!path.startsWith(`${folder}/`)) return undefined
  const [room = '', ...rest] = path.slice(folder.length + 1).split('/')
  return rest.length > 0 ? room : ''
}
