import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const STAMP = '.stamp'
const SOURCES = ['*.html', '*.ts', '*.json', 'build/**', 'src/**', '../package-lock.json']

/** Says what the pages are made of: other sources or other packages make another stamp. */
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

/** Not by times of files: a checkout of an older version has the newer ones. */
export async function isFresh(dist: string, stamp: string): Promise<boolean> {
  return (await readFile(join(dist, STAMP), 'utf8').catch(() => '')) === stamp
}

export async function writeStamp(dist: string, stamp: string): Promise<void> {
  await writeFile(join(dist, STAMP), stamp)
}
