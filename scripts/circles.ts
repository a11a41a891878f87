import { dirname } from 'node:path'
import type { Import } from './private-files.ts'

/**
 * An import between two parts of a folder. A part is a subfolder or a file. A file and a subfolder of
 * the same name are one part.
 */
type Arrow = { from: string; to: string; by: Import }

/**
 * Returns one problem per folder, at any depth, whose parts import each other in a circle. Such
 * parts cannot be read one after the other.
 */
export function circleProblems(imports: readonly Import[]): string[] {
  const arrowsByFolder = new Map<string, Arrow[]>()
  for (const by of imports) {
    const folder = commonFolder(by.from, by.to)
    const [from, to] = [partOf(folder, by.from), partOf(folder, by.to)]
    if (from === to) continue
    arrowsByFolder.set(folder, [...(arrowsByFolder.get(folder) ?? []), { from, to, by }])
  }
  return [...arrowsByFolder].flatMap(([folder, arrows]) => {
    const circle = findCircle(arrows)
    if (circle.length === 0) return []
    const steps = circle.map(({ by }) => `\n  ${by.from} imports ${by.to}`).join('')
    return [
      `${folder}: these imports form a circle; move what both sides need into a file of its own${steps}`,
    ]
  })
}

function commonFolder(a: string, b: string): string {
  let folder = dirname(a)
  while (folder !== '.' && !b.startsWith(`${folder}/`)) folder = dirname(folder)
  return folder
}

function partOf(folder: string, path: string): string {
  const [name = ''] = path.slice(folder === '.' ? 0 : folder.length + 1).split('/')
  return name.replace(/[.]tsx?$/, '')
}

/** Returns the imports that form a circle, in order; empty if there is no circle. */
function findCircle(arrows: readonly Arrow[]): Arrow[] {
  const arrowsFrom = Map.groupBy(arrows, ({ from }) => from)
  const done = new Set<string>()
  const follow = (part: string, path: readonly Arrow[]): Arrow[] => {
    const start = path.findIndex(({ from }) => from === part)
    if (start >= 0) return path.slice(start)
    if (done.has(part)) return []
    for (const arrow of arrowsFrom.get(part) ?? []) {
      const circle = follow(arrow.to, [...path, arrow])
      if (circle.length > 0) return circle
    }
    done.add(part)
    return []
  }
  for (const part of arrowsFrom.keys()) {
    const circle = follow(part, [])
    if (circle.length > 0) return circle
  }
  return []
}
