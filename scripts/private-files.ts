/** One import of a file by another. */
export type Import = { from: string; to: string }

const PRIVATE = /^server\/src\/features\/([^/]+)\/(?:.*\/)?[^/]*(queries|routes|schemas)[^/]*[.]ts$/

/** The one file that collects the routes of all features. */
const APP = 'server/src/app.ts'

/**
 * Returns the imports of another feature's queries, routes or schemas. These files change with
 * their feature; other features may depend only on files named after what they hold.
 */
export function privateFileProblems(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const [, feature, kind] = PRIVATE.exec(to) ?? []
    const isOwn = from.startsWith(`server/src/features/${feature}/`)
    if (feature === undefined || isOwn || (kind === 'routes' && from === APP)) return []
    return `${from}: ${to} is for features/${feature} alone; put what others need into a file named after what it holds`
  })
}
