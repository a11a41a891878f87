import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const STAMP = '.stamp'
const SOURCES = [
  ...['*.html', '*.ts', '*.json', 'build/**', 'src/**', '../package-lock.json'],
  // For the search index.
  ...['../docs/*.md', '../client{,-python}/*.md', '../openapi.json'],
]

/** Returns a fingerprint of the sources and packages that the pages are built from. */
export async function stampOf(web: string): Promise<string> {
  const files: string[] = []
  for await (const entry of glob(SOURCES, { cwd: web, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  for (const file of files.toSorted())
    hash.update(`${file.slice(web.length)}\0`).update(await readFile(file))
  return hash.digest('hex')
}

/**
 * Compares fingerprints rather than file times: a checkout of an older version has newer file
 * times.
 */
export async function isFresh(dist: string, stamp: string): Promise<boolean> {
  return (await readFile(join(dist, STAMP), 'utf8').catch(() => '')) === stamp
}

export async function writeStamp(dist: string, stamp: string): Promise<void> {
  await writeFile(join(dist, STAMP), stamp)
}
