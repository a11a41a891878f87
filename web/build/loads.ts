/**
 * Files that a browser fetches together. A load is one of:
 *
 * - the first load of an application, or of the guides,
 * - the files that a page adds to it,
 * - the files that a later part, such as a dialog, adds at most,
 * - the chart library.
 */
export type Load = {
  name: string
  kind: 'dashboard' | 'portal' | 'guides' | 'page' | 'part' | 'plot'
  script: number
  style: number
  files: string[]
}

export type BuiltFile = {
  fileName: string
  /** Readable name of its contents. */
  title?: string | undefined
  /** Size in bytes, gzipped. */
  size: number
  entry?: string | undefined
  later?: 'page' | 'part' | 'plot' | undefined
  /** Chunks that must load before this one. */
  imports?: readonly string[]
  styles?: readonly string[]
}

export function loadsOf(files: readonly BuiltFile[]): Load[] {
  const byName = new Map(files.map((file) => [file.fileName, file]))
  const entries = files.filter(({ entry }) => entry !== undefined)
  const firstLoads = entries.map((file): [Load, Set<string>] => {
    const needed = neededBy(file, byName)
    const kind = file.entry === 'portal' || file.entry === 'guides' ? file.entry : 'dashboard'
    return [loadOf(kind, kind, needed, byName), needed]
  })
  const pages = files.flatMap((file) => {
    if (file.later === undefined) return []
    const own = neededBy(file, byName)
    // Excludes the first load of its application: the one that shares more files with it.
    const [loaded = new Set()] = firstLoads
      .map(([, needed]) => needed.intersection(own))
      .toSorted((a, b) => b.size - a.size)
    return [loadOf(file.title ?? file.fileName, file.later, own.difference(loaded), byName)]
  })
  return [...firstLoads.map(([load]) => load), ...pages]
}

function neededBy(file: BuiltFile, byName: ReadonlyMap<string, BuiltFile>): Set<string> {
  const needed = new Set<string>()
  const visit = ({ fileName, imports = [], styles = [] }: BuiltFile) => {
    if (needed.has(fileName)) return
    needed.add(fileName)
    for (const name of [...imports, ...styles]) {
      const next = byName.get(name)
      if (next) visit(next)
    }
  }
  visit(file)
  return needed
}

function loadOf(
  name: string,
  kind: Load['kind'],
  needed: ReadonlySet<string>,
  byName: ReadonlyMap<string, BuiltFile>,
): Load {
  const files = [...needed]
  const sum = (ending: string) =>
    files
      .filter((file) => file.endsWith(ending))
      .reduce((total, file) => total + (byName.get(file)?.size ?? 0), 0)
  return { name, kind, script: sum('.js'), style: sum('.css'), files }
}
